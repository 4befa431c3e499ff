package layout

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/oasdiff/yaml3"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"bridge/internal/noerr"
)

// manifest is one document of deploy/kubernetes.
type manifest = map[string]any

// at returns what is at a path, nil if nothing is; all of a list for "*".
func at(v any, path ...string) any {
	for i, p := range path {
		switch x := v.(type) {
		case map[string]any:
			v = x[p]
		case []any:
			var all []any
			for _, e := range x {
				if got := at(e, path[i+1:]...); got != nil {
					all = append(all, got)
				}
			}
			return all
		default:
			return nil
		}
	}
	return v
}

// manifests decodes a file strictly: a key twice, or one that the kind does not have, is an error.
func manifests(t *testing.T, schemas map[string]*jsonschema.Schema, name string) (all []manifest) {
	t.Helper()
	dec := yaml.NewDecoder(strings.NewReader(deployFile(t, "kubernetes/"+name)))
	for {
		var m manifest
		switch err := dec.Decode(&m); {
		case errors.Is(err, io.EOF):
			return all
		case err != nil:
			t.Fatalf("%s: %v", name, err)
		}
		b, err := json.Marshal(m)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		kind := fmt.Sprintf("%v %v", m["apiVersion"], m["kind"])
		s, ok := schemas[kind]
		if !ok {
			t.Fatalf("%s: no schema of %s", name, kind)
		}
		v, err := jsonschema.UnmarshalJSON(bytes.NewReader(b))
		if err == nil {
			err = s.Validate(v)
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		all = append(all, m)
	}
}

// kubernetesSchemas reads those that testdata has by kind.
func kubernetesSchemas(t *testing.T) map[string]*jsonschema.Schema {
	t.Helper()
	b, err := os.ReadFile("testdata/kubernetes.schema.json")
	noerr.Must(t, err)
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(b))
	noerr.Must(t, err)
	c := jsonschema.NewCompiler()
	noerr.Must(t, c.AddResource("k8s.json", doc))
	schemas := map[string]*jsonschema.Schema{}
	for kind := range doc.(map[string]any)["kinds"].(map[string]any) {
		if schemas[kind], err = c.Compile("k8s.json#/kinds/" + strings.NewReplacer("~", "~0", "/", "~1", " ", "%20").Replace(kind)); err != nil {
			t.Fatal(err)
		}
	}
	return schemas
}

// TestKubernetes: the manifests are what Kubernetes takes, fit each other and the bridge, and give the pods no
// more than they need.
func TestKubernetes(t *testing.T) {
	schemas := kubernetesSchemas(t)
	byName := map[string]manifest{}
	var all []manifest
	for _, name := range []string{"bridge.yaml", "redis.yaml", "networkpolicy.yaml", "secret.example.yaml"} {
		for _, m := range manifests(t, schemas, name) {
			all = append(all, m)
			byName[fmt.Sprintf("%v %v", m["kind"], at(m, "metadata", "name"))] = m
		}
		if name != "secret.example.yaml" && !strings.Contains(deployFile(t, "kubernetes/kustomization.yaml"), name) {
			t.Errorf("kustomization.yaml does not have %s", name)
		}
	}
	// What has a schema notices a mistake.
	broken := maps.Clone(byName["Deployment bridge"])
	broken["specs"] = 1
	b, _ := json.Marshal(broken)
	if v, err := jsonschema.UnmarshalJSON(bytes.NewReader(b)); err != nil || schemas["apps/v1 Deployment"].Validate(v) == nil {
		t.Errorf("a key that there is not is taken (%v)", err)
	}

	labels := []string{}
	keys := slices.Sorted(maps.Keys(at(byName["Secret bridge-secrets"], "stringData").(map[string]any)))
	for _, m := range all {
		pod := at(m, "spec", "template", "spec")
		if pod == nil {
			continue
		}
		name := fmt.Sprintf("%v", at(m, "metadata", "name"))
		labels = append(labels, fmt.Sprint(at(m, "spec", "template", "metadata", "labels")))
		if fmt.Sprint(at(m, "spec", "selector", "matchLabels")) != labels[len(labels)-1] {
			t.Errorf("%s does not select its own pods", name)
		}
		if at(pod, "securityContext", "runAsNonRoot") != true || at(pod, "automountServiceAccountToken") != false || at(pod, "securityContext", "seccompProfile", "type") != "RuntimeDefault" {
			t.Errorf("%s: the pod may do more than it needs", name)
		}
		for _, c := range at(pod, "containers").([]any) {
			s := at(c, "securityContext")
			if at(s, "readOnlyRootFilesystem") != true || at(s, "allowPrivilegeEscalation") != false || fmt.Sprint(at(s, "capabilities", "drop")) != "[ALL]" {
				t.Errorf("%s: the container may do more than it needs", name)
			}
			if at(c, "resources", "requests", "memory") == nil || at(c, "resources", "limits", "memory") == nil {
				t.Errorf("%s has no bounds of memory", name)
			}
			for _, e := range at(c, "env").([]any) {
				if key := at(e, "valueFrom", "secretKeyRef", "key"); key != nil && !slices.Contains(keys, key.(string)) {
					t.Errorf("%s: the secret has no %s", name, key)
				}
			}
		}
		files, _ := at(pod, "volumes", "*", "secret", "items").([]any)
		for _, v := range files {
			for _, item := range v.([]any) {
				key := at(item, "key").(string)
				if !slices.Contains(keys, key) || !strings.Contains(deployFile(t, "kubernetes/config.toml"), "/run/secrets/bridge/"+at(item, "path").(string)) {
					t.Errorf("%s: %s is no secret, or nothing uses it", name, key)
				}
			}
		}
	}
	for _, m := range all { // what selects pods finds some
		for _, path := range [][]string{{"spec", "selector"}, {"spec", "selector", "matchLabels"}, {"spec", "podSelector", "matchLabels"}} {
			sel, _ := at(m, path...).(map[string]any)
			if _, is := sel["app.kubernetes.io/name"]; is && !slices.Contains(labels, fmt.Sprint(sel)) {
				t.Errorf("%v %v selects nothing", m["kind"], at(m, "metadata", "name"))
			}
		}
	}

	bridge := byName["Deployment bridge"]
	replicas, away := at(bridge, "spec", "replicas").(int), at(byName["PodDisruptionBudget bridge"], "spec", "maxUnavailable").(int)
	if replicas != 3 || away >= replicas {
		t.Errorf("%d bridges, of which %d may be away", replicas, away)
	}
	pod := at(bridge, "spec", "template", "spec")
	container := at(pod, "containers").([]any)[0]
	stop := regexp.MustCompile(`(?m)^stop_timeout = "(\w+)"`).FindStringSubmatch(deployFile(t, "kubernetes/config.toml"))
	drain, err := time.ParseDuration(stop[1])
	noerr.Must(t, err)
	grace, sleep := at(pod, "terminationGracePeriodSeconds").(int), at(container, "lifecycle", "preStop", "sleep", "seconds").(int)
	if least := sleep + int(drain.Seconds()) + 5; grace < least {
		t.Errorf("a pod is killed after %d s; it takes up to %d s", grace, least)
	}
	for probe, path := range map[string]string{"livenessProbe": "/healthz", "readinessProbe": "/readyz"} {
		if at(container, probe, "httpGet", "path") != path {
			t.Errorf("%s does not ask %s", probe, path)
		}
	}
	if user := at(pod, "securityContext", "runAsUser").(int); !strings.Contains(deployFile(t, "Dockerfile"), fmt.Sprintf("USER %d", user)) {
		t.Errorf("the image has no user %d", user)
	}
	if args := fmt.Sprint(at(container, "args")); !strings.Contains(args, "-watch") {
		t.Errorf("a changed ConfigMap is not seen: %s", args)
	}

	if kubectl, err := exec.LookPath("kubectl"); err == nil {
		out, err := exec.Command(kubectl, "kustomize", "../../deploy/kubernetes").CombinedOutput()
		if err != nil || strings.Count(string(out), "\nkind: ") != 9 {
			t.Errorf("kubectl kustomize: %v, %d objects\n%s", err, strings.Count(string(out), "\nkind: "), out)
		}
	}
}
