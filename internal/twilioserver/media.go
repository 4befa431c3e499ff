package twilioserver

import (
	"crypto/subtle"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// file returns a media file of a path. The lock is held.
func (s *Server) file(r *http.Request, a Account) *media {
	m := s.mine(r, a)
	f := s.media[strings.TrimSuffix(r.PathValue("me"), ".json")]
	if m == nil || f == nil || f.deleted || f.message != m.SID {
		return nil
	}
	return f
}

func (f *media) json(account string) map[string]any {
	return map[string]any{
		"sid": f.file.sid, "account_sid": account, "parent_sid": f.message, "content_type": f.file.MediaType,
		"date_created": date(f.at), "date_updated": date(f.at), "uri": "/2010-04-01/Accounts/" + account + "/Messages/" + f.message + "/Media/" + f.file.sid + ".json",
	}
}

// ofFile calls h with the file of a path. The lock is held meanwhile.
func (s *Server) ofFile(h func(http.ResponseWriter, *http.Request, Account, *media)) func(http.ResponseWriter, *http.Request, Account) {
	return func(w http.ResponseWriter, r *http.Request, a Account) {
		s.mu.Lock()
		defer s.mu.Unlock()
		if f := s.file(r, a); f != nil {
			h(w, r, a, f)
			return
		}
		refuse(w, apiError{Status: http.StatusNotFound, Code: 20404})
	}
}

func (s *Server) listMedia(w http.ResponseWriter, r *http.Request, m *Message) {
	list := []any{}
	for _, f := range m.Media {
		if kept := s.media[f.sid]; kept != nil && !kept.deleted {
			list = append(list, kept.json(m.Account))
		}
	}
	writeJSON(w, http.StatusOK, map[string]any{
		"media_list": list, "page": 0, "page_size": 50, "start": 0, "end": max(0, len(list)-1),
		"first_page_uri": r.URL.RequestURI(), "next_page_uri": nil, "previous_page_uri": nil, "uri": r.URL.RequestURI(),
	})
}

// getMedia shows the resource, or redirects to the storage for its bytes.
func (s *Server) getMedia(w http.ResponseWriter, r *http.Request, a Account, f *media) {
	if strings.HasSuffix(r.PathValue("me"), ".json") {
		writeJSON(w, http.StatusOK, f.json(a.SID))
		return
	}
	q := url.Values{"k": {Sign(s.token(a.SID), f.file.sid, nil)}}
	w.Header().Set("Location", s.URL()+"/storage/"+a.SID+"/"+f.file.sid+"?"+q.Encode())
	w.WriteHeader(http.StatusTemporaryRedirect)
}

func (s *Server) deleteMedia(w http.ResponseWriter, _ *http.Request, _ Account, f *media) {
	f.deleted = true
	s.changed()
	w.WriteHeader(http.StatusNoContent)
}

// serveStorage gives the bytes of a media file to who has its link. It stands for the
// server of somebody else: credentials that come along are noted and refused.
func (s *Server) serveStorage(w http.ResponseWriter, r *http.Request) {
	sid := r.PathValue("sid")
	s.mu.Lock()
	f := s.media[sid]
	if r.Header.Get("Authorization") != "" {
		s.leaked = append(s.leaked, r.URL.Path)
		s.changed()
		s.mu.Unlock()
		http.Error(w, "Only one auth mechanism allowed", http.StatusBadRequest)
		return
	}
	key := Sign(s.token(r.PathValue("account")), sid, nil)
	s.mu.Unlock()
	if f == nil || f.deleted || subtle.ConstantTimeCompare([]byte(key), []byte(r.URL.Query().Get("k"))) != 1 {
		http.Error(w, "Forbidden", http.StatusForbidden)
		return
	}
	w.Header().Set("Content-Type", f.file.MediaType)
	w.Header().Set("Last-Modified", f.at.UTC().Format(time.RFC1123))
	_, _ = w.Write(f.file.Bytes) // the client may be gone
}
