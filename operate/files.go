package operate

import (
	"bufio"
	"context"
	"errors"
	"io"
	"slices"
	"strings"

	"bridge/artifacts"
	"bridge/core/message"
	"bridge/flow/turns"
)

// TurnFile opens a file that came in with a turn of the caller's tenant, or with its answer.
// The caller closes it while ctx lasts. One in which the token of an approval can be read is
// refused: codes are for their approvers alone, and a file is shown as it is or not at all.
func (desk *Desk) TurnFile(ctx context.Context, who Caller, turn message.TurnID, id message.ArtifactID) (artifacts.Artifact, io.ReadCloser, error) {
	none := refusef(NotFound, "there is no turn %.60q with a file %.60q", turn, id)
	if !turn.Valid() {
		return artifacts.Artifact{}, nil, none
	}
	t, err := desk.Trace(ctx, who, string(turn)) // what an operator is shown of it, also before its first step is recorded
	if err != nil {
		return artifacts.Artifact{}, nil, err
	}
	i := slices.IndexFunc(t.Turns, func(x TurnTrace) bool { return x.Turn.ID == turn })
	if i < 0 || !slices.Contains(turnFiles(t.Turns[i].Turn, t.Turns[i].Steps), id) {
		return artifacts.Artifact{}, nil, none
	}
	_, r, err := desk.openFile(ctx, id)
	if err != nil {
		return artifacts.Artifact{}, nil, err
	}
	coded, err := readsCodes(r)
	if err = errors.Join(err, r.Close()); err != nil {
		return artifacts.Artifact{}, nil, err
	}
	if coded {
		return artifacts.Artifact{}, nil, refusef(Forbidden, "the file has codes of approvals in it, which are for their approvers alone: it is not shown")
	}
	return desk.openFile(ctx, id)
}

func (desk *Desk) openFile(ctx context.Context, id message.ArtifactID) (artifacts.Artifact, io.ReadCloser, error) {
	a, r, err := desk.o.Planner.Artifacts.Open(ctx, id)
	if errors.Is(err, artifacts.ErrNotFound) {
		err = refusef(NotFound, "this file is no longer kept: its time is over ([retention] artifacts), or it was erased")
	}
	return a, r, err
}

// turnFiles are the files of a turn and of its steps. What a step could not store is none of
// its files, whatever its agent calls it: it may name one of somebody else.
func turnFiles(t turns.Turn, steps []turns.Step) []message.ArtifactID {
	ids := slices.Clone(t.Files)
	for _, s := range steps {
		for i := range s.Parts {
			if _, bad := s.Problems[i]; !bad {
				ids = append(ids, artifacts.IDs(s.Parts[i:i+1])...)
			}
		}
	}
	return ids
}

// readsCodes is codeToken for what may be large and no text.
func readsCodes(r io.Reader) (bool, error) {
	const token = "approval:"
	b := bufio.NewReaderSize(r, 64<<10)
	for {
		_, err := b.ReadSlice('[')
		switch {
		case errors.Is(err, io.EOF):
			return false, nil
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case err != nil:
			return false, err
		}
		if next, _ := b.Peek(len(token)); strings.EqualFold(string(next), token) { // its error is the next read's
			return true, nil
		}
	}
}
