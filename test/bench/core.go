package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"
)

// runCore measures the core and its floor in turns, so that whatever else the
// machine does meets both.
func runCore(ctx context.Context, p plan, k kind, r *report) error {
	for _, n := range p.flights {
		if err := inTurns(ctx, p, k, n, "core", coreOnce, r); err != nil {
			return err
		}
	}
	return nil
}

// inTurns runs the rounds of one case: floor, ours, floor, ours …
func inTurns(ctx context.Context, p plan, k kind, n int, what string, once func(context.Context, plan, kind, int) (sample, error), r *report) error {
	var floors, ours []sample
	for range p.rounds {
		if !p.noFloors {
			s, err := floorOnce(ctx, p, k, n)
			if err != nil {
				return fmt.Errorf("floor: %w", err)
			}
			floors = append(floors, s)
		}
		s, err := once(ctx, p, k, n)
		if err != nil {
			return err
		}
		ours = append(ours, s)
	}
	if len(floors) > 0 {
		r.rate(k.name, "floor of "+what, n, floors)
	}
	r.rate(k.name, what, n, ours)
	return nil
}

// coreOnce takes messages of n conversations from Accept to Send, on a new store.
func coreOnce(ctx context.Context, p plan, k kind, n int) (_ sample, err error) {
	e, err := k.open(ctx, p)
	if err != nil {
		return sample{}, err
	}
	defer func() { err = errors.Join(err, e.close()) }()
	g, err := newRig(ctx, p, e, n)
	if err != nil {
		return sample{}, err
	}
	defer func() { err = errors.Join(err, g.stop(ctx)) }()
	talks := make([]talk, n)
	for i := range talks {
		talks[i].from = sender(i)
	}
	return load(ctx, p, n, e.meter, func(ctx context.Context, caller, k int) error {
		return g.say(ctx, caller, strconv.Itoa(k), &talks[caller])
	})
}
