package card_test

import (
	"fmt"
	"strings"
	"testing"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/dynamicpb"
	_ "google.golang.org/protobuf/types/known/structpb" // registers Struct

	"bridge/internal/noerr"
)

// cardMessages are the messages of a card in the protobuf schema of A2A 1.0: name and type
// of each field, * for repeated, {} for a map of texts to messages, | for a oneof.
var cardMessages = map[string]string{
	"AgentCard": `name, description, *supported_interfaces:AgentInterface, provider:AgentProvider, version, documentation_url, capabilities:AgentCapabilities,
		{}security_schemes:SecurityScheme, *security_requirements:SecurityRequirement, *default_input_modes, *default_output_modes, *skills:AgentSkill,
		*signatures:AgentCardSignature, icon_url`,
	"AgentInterface":     "url, protocol_binding, tenant, protocol_version",
	"AgentProvider":      "url, organization",
	"AgentCapabilities":  "streaming:bool, push_notifications:bool, *extensions:AgentExtension, extended_agent_card:bool",
	"AgentExtension":     "uri, description, required:bool, params:Struct",
	"AgentSkill":         "id, name, description, *tags, *examples, *input_modes, *output_modes, *security_requirements:SecurityRequirement",
	"AgentCardSignature": "protected, signature, header:Struct",
	"StringList":         "*list", "SecurityRequirement": "{}schemes:StringList",
	"SecurityScheme": `|api_key_security_scheme:APIKeySecurityScheme, |http_auth_security_scheme:HTTPAuthSecurityScheme,
		|oauth2_security_scheme:OAuth2SecurityScheme, |open_id_connect_security_scheme:OpenIdConnectSecurityScheme, |mtls_security_scheme:MutualTlsSecurityScheme`,
	"APIKeySecurityScheme": "description, location, name", "HTTPAuthSecurityScheme": "description, scheme, bearer_format",
	"OAuth2SecurityScheme": "description, flows:OAuthFlows, oauth2_metadata_url", "OpenIdConnectSecurityScheme": "description, open_id_connect_url",
	"MutualTlsSecurityScheme": "description", "OAuthFlows": "|client_credentials:ClientCredentialsOAuthFlow",
	"ClientCredentialsOAuthFlow": "token_url, refresh_url, <>scopes",
}

// protoCard returns the descriptor of a card, made of the table.
func protoCard(t *testing.T) protoreflect.MessageDescriptor {
	t.Helper()
	file := &descriptorpb.FileDescriptorProto{
		Name: proto.String("card.proto"), Package: proto.String("lf.a2a.v1"), Syntax: proto.String("proto3"), Dependency: []string{"google/protobuf/struct.proto"},
	}
	for name, fields := range cardMessages {
		m := &descriptorpb.DescriptorProto{Name: proto.String(name)}
		for i, word := range strings.Split(fields, ",") {
			addField(m, strings.TrimSpace(word), int32(i+1))
		}
		file.MessageType = append(file.MessageType, m)
	}
	fd, err := protodesc.NewFile(file, protoregistry.GlobalFiles)
	noerr.Must(t, err)
	return fd.Messages().ByName("AgentCard")
}

func addField(m *descriptorpb.DescriptorProto, word string, number int32) {
	name, typ, _ := strings.Cut(strings.TrimLeft(word, "*{}|<>"), ":")
	f := &descriptorpb.FieldDescriptorProto{Name: &name, Number: &number, Label: descriptorpb.FieldDescriptorProto_LABEL_OPTIONAL.Enum()}
	setType(f, typ)
	switch word[0] {
	case '*':
		f.Label = descriptorpb.FieldDescriptorProto_LABEL_REPEATED.Enum()
	case '|':
		if len(m.OneofDecl) == 0 {
			m.OneofDecl = []*descriptorpb.OneofDescriptorProto{{Name: proto.String("one")}}
		}
		f.OneofIndex = proto.Int32(0)
	case '{', '<':
		entry := ""
		for p := range strings.SplitSeq(name, "_") {
			entry += strings.ToUpper(p[:1]) + p[1:]
		}
		entry += "Entry"
		e := &descriptorpb.DescriptorProto{Name: &entry, Options: &descriptorpb.MessageOptions{MapEntry: proto.Bool(true)}}
		addField(e, "key", 1)
		addField(e, "value:"+typ, 2)
		m.NestedType = append(m.NestedType, e)
		f.Label = descriptorpb.FieldDescriptorProto_LABEL_REPEATED.Enum()
		f.Type = descriptorpb.FieldDescriptorProto_TYPE_MESSAGE.Enum()
		f.TypeName = proto.String(fmt.Sprintf(".lf.a2a.v1.%s.%s", *m.Name, entry))
	}
	m.Field = append(m.Field, f)
}

func setType(f *descriptorpb.FieldDescriptorProto, typ string) {
	switch typ {
	case "":
		f.Type = descriptorpb.FieldDescriptorProto_TYPE_STRING.Enum()
	case "bool":
		f.Type = descriptorpb.FieldDescriptorProto_TYPE_BOOL.Enum()
	case "Struct":
		f.Type, f.TypeName = descriptorpb.FieldDescriptorProto_TYPE_MESSAGE.Enum(), proto.String(".google.protobuf.Struct")
	default:
		f.Type, f.TypeName = descriptorpb.FieldDescriptorProto_TYPE_MESSAGE.Enum(), proto.String(".lf.a2a.v1."+typ)
	}
}

// readProto reads a document as an SDK does that is made of the protobuf schema; strict
// ones refuse fields that they do not know.
func readProto(t *testing.T, b []byte, strict bool) (*dynamicpb.Message, error) {
	t.Helper()
	m := dynamicpb.NewMessage(protoCard(t))
	return m, protojson.UnmarshalOptions{DiscardUnknown: !strict}.Unmarshal(b, m)
}
