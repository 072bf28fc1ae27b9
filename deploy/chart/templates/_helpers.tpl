{{/* Begins the names of all objects: short enough for the longest name behind it within 63 characters. */}}
{{- define "docfleet.fullname" -}}
{{- $name := default .Chart.Name .Values.nameOverride -}}
{{- $full := ternary .Release.Name (printf "%s-%s" .Release.Name $name) (contains $name .Release.Name) -}}
{{- default $full .Values.fullnameOverride | trunc 44 | trimSuffix "-" -}}
{{- end -}}

{{/* A map as JSON whose values are all strings, as annotations and labels have to be. */}}
{{- define "docfleet.strings" -}}
{{- $strings := dict -}}
{{- range $key, $value := . -}}
{{- /* A large number would be written as 1e+06. */ -}}
{{- $_ := set $strings $key (kindIs "float64" $value | ternary (toJson $value) (toString $value)) -}}
{{- end -}}
{{- toJson $strings -}}
{{- end -}}

{{/* Labels of an object: (list $ own more). */}}
{{- define "docfleet.labels" -}}
{{- $root := index . 0 -}}
{{- $release := dict
  "helm.sh/chart" (printf "%s-%s" $root.Chart.Name $root.Chart.Version | replace "+" "_")
  "app.kubernetes.io/version" (toString $root.Chart.AppVersion)
  "app.kubernetes.io/managed-by" $root.Release.Service
  "app.kubernetes.io/instance" $root.Release.Name -}}
{{- include "docfleet.strings" (merge (dict) $release (index . 1) (index . 2) $root.Values.commonLabels) -}}
{{- end -}}

{{/* Labels that choose pods of this release alone: (list $ own). */}}
{{- define "docfleet.selector" -}}
{{- toJson (merge (dict "app.kubernetes.io/instance" (index . 0).Release.Name) (index . 1)) -}}
{{- end -}}

{{/* Values of the pods of one service, as JSON: those below `services` go before those of all. (list $ service) */}}
{{- define "docfleet.pod" -}}
{{- $values := (index . 0).Values -}}
{{- $all := pick $values "image" "podAnnotations" "podLabels" "deploymentAnnotations" "podSecurityContext" "securityContext" "nodeSelector" "tolerations" "affinity" "priorityClassName" "runtimeClassName" "hostAliases" "dnsConfig" "initContainers" "extraEnv" "extraEnvFrom" "extraVolumes" "extraVolumeMounts" -}}
{{- toJson (mergeOverwrite (deepCopy $all) (get $values.services (index . 1) | default dict)) -}}
{{- end -}}

{{/*
The chart's own entries of a list, which may hold expressions, and those of a value: (list $ service field own). Of entries of one name, or of
one path that is mounted, the last one stands: Kubernetes refuses two of them, or drops both at the next upgrade.
*/}}
{{- define "docfleet.list" -}}
{{- $pod := include "docfleet.pod" . | fromJson -}}
{{- $key := ternary "mountPath" "name" (eq (index . 2) "extraVolumeMounts") -}}
{{- $entries := concat (tpl (index . 3) (index . 0) | fromJsonArray) (get $pod (index . 2) | default list) -}}
{{- $kept := list -}}
{{- $seen := dict -}}
{{- range reverse $entries -}}
{{- $name := get . $key -}}
{{- if not (and $name (hasKey $seen $name)) -}}
{{- if and (hasKey . "value") (not (kindIs "string" .value)) -}}
{{- $_ := set . "value" (kindIs "float64" .value | ternary (toJson .value) (toString .value)) -}}
{{- end -}}
{{- $kept = prepend $kept . -}}
{{- end -}}
{{- if $name -}}{{- $_ := set $seen $name true -}}{{- end -}}
{{- end -}}
{{- toJson $kept -}}
{{- end -}}

{{- define "docfleet.podLabels" -}}
{{- $pod := include "docfleet.pod" . | fromJson -}}
{{- $release := dict "app.kubernetes.io/instance" (index . 0).Release.Name -}}
{{- include "docfleet.strings" (merge (dict) $release (index . 2) ($pod.podLabels | default dict) (index . 0).Values.commonLabels) -}}
{{- end -}}

{{- define "docfleet.podAnnotations" -}}
{{- $pod := include "docfleet.pod" . | fromJson -}}
{{- $own := ternary (dict "docfleet/settings" (index . 2)) (index . 0).Values.migrate.annotations (ne (index . 2) "") -}}
{{- /* Pods read their Secret when they start; its version, and not its content, says that it has changed. */ -}}
{{- with lookup "v1" "Secret" (index . 0).Release.Namespace (index . 0).Values.existingSecret -}}
{{- $own = merge (dict "docfleet/secret" .metadata.resourceVersion) $own -}}
{{- end -}}
{{- include "docfleet.strings" (merge (dict) $own ($pod.podAnnotations | default dict)) -}}
{{- end -}}

{{- define "docfleet.deploymentAnnotations" -}}
{{- include "docfleet.strings" ((include "docfleet.pod" . | fromJson).deploymentAnnotations | default dict) -}}
{{- end -}}

{{/* OpenShift assigns user ids by namespace and refuses others. */}}
{{- define "docfleet.podSecurityContext" -}}
{{- $context := (include "docfleet.pod" . | fromJson).podSecurityContext | default dict -}}
{{- if (index . 0).Capabilities.APIVersions.Has "security.openshift.io/v1" -}}
{{- $context = omit $context "runAsUser" "runAsGroup" "fsGroup" -}}
{{- end -}}
{{- toJson $context -}}
{{- end -}}

{{- define "docfleet.securityContext" -}}
{{- toJson ((include "docfleet.pod" . | fromJson).securityContext | default dict) -}}
{{- end -}}

{{- define "docfleet.podFields" -}}
{{- $pod := include "docfleet.pod" . | fromJson -}}
{{- range list "nodeSelector" "tolerations" "affinity" "priorityClassName" "runtimeClassName" "hostAliases" "dnsConfig" "initContainers" -}}
{{- $field := . -}}
{{- with get $pod $field }}
{{ $field }}: {{ toJson . }}
{{- end -}}
{{- end -}}
{{- end -}}

{{- define "docfleet.containerFields" -}}
{{- with (include "docfleet.pod" . | fromJson).image.pullPolicy -}}
imagePullPolicy: {{ . }}
{{- end -}}
{{- end -}}

{{/* (list $ service image). A registry for all charts takes the place of the host that image.registry names, not of its path. */}}
{{- define "docfleet.image" -}}
{{- $root := index . 0 -}}
{{- $image := (include "docfleet.pod" . | fromJson).image -}}
{{- $registry := $image.registry | trimSuffix "/" -}}
{{- with ($root.Values.global | default dict).imageRegistry -}}
{{- $path := regexReplaceAll "^([^/]*[.:][^/]*|localhost)(/|$)" $registry "" -}}
{{- $registry = printf "%s/%s" (trimSuffix "/" .) $path | trimSuffix "/" -}}
{{- end -}}
{{- printf "%s/%s:%s" $registry (index . 2) ($image.tag | default $root.Chart.AppVersion | toString) -}}
{{- end -}}

{{/* Secrets of registries, of this chart and of all charts; the latter are often plain names. */}}
{{- define "docfleet.pullSecrets" -}}
{{- $secrets := list -}}
{{- range concat .Values.image.pullSecrets .Values.imagePullSecrets ((.Values.global | default dict).imagePullSecrets | default list) -}}
{{- $secrets = append $secrets (ternary (dict "name" .) . (kindIs "string" .)) -}}
{{- end -}}
{{- toJson (uniq $secrets) -}}
{{- end -}}

{{/*
Replicas of a Deployment: (list $ service). An autoscaler owns them where there is one, and finds the number that runs:
a field that an upgrade takes away would become 1.
*/}}
{{- define "docfleet.replicas" -}}
{{- $root := index . 0 -}}{{- $service := index . 1 -}}
{{- if and $root.Values.autoscaling.enabled (hasKey $root.Values.autoscaling.services $service) -}}
{{- $name := printf "%s-%s" (include "docfleet.fullname" $root) $service -}}
{{- with (lookup "apps/v1" "Deployment" $root.Release.Namespace $name).spec -}}
replicas: {{ .replicas }}
{{- end -}}
{{- else -}}
replicas: {{ get $root.Values.replicas $service }}
{{- end -}}
{{- end -}}

{{/* Egress of a policy: the rules of a manifest, with the ports of PostgreSQL and Redis, and those of a value. (list $ own) */}}
{{- define "docfleet.egress" -}}
{{- $policies := (index . 0).Values.networkPolicies -}}
{{- $ports := list -}}
{{- range $policies.serverPorts -}}
{{- $ports = append $ports (dict "port" (int .) "protocol" "TCP") -}}
{{- end -}}
{{- $rules := list -}}
{{- range index . 1 | fromJsonArray -}}
{{- $rules = append $rules (hasKey . "to" | ternary . (dict "ports" $ports)) -}}
{{- end -}}
{{- toJson (concat $rules $policies.extraEgress) -}}
{{- end -}}

{{/* Fields by which KEDA signs its queries in to a Prometheus that asks for it. */}}
{{- define "docfleet.prometheusModes" -}}
{{- with .Values.autoscaling.prometheusAuthentication.modes -}}
authModes: {{ . | quote }}
{{- end -}}
{{- end -}}
{{- define "docfleet.prometheusReference" -}}
{{- with .Values.autoscaling.prometheusAuthentication.ref -}}
authenticationRef: {{ toJson . }}
{{- end -}}
{{- end -}}

{{/* Settings with secrets: a ConfigMap is read by many more than a Secret is. */}}
{{- define "docfleet.refuseSecrets" -}}
{{- range list "MASTER_KEY" "OTHER_MASTER_KEYS" "DATABASE_URL" "DATABASE_REPLICA_URL" "REDIS_URL" "CACHE_REDIS_URL" "OPERATOR_TOKEN" -}}
{{- if hasKey $.Values.settings . -}}
{{- fail (printf "settings.%s: is a secret, and settings stand in a ConfigMap that many may read: put it into the Secret %s" . $.Values.existingSecret) -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{/* Contradictions that a schema cannot express. */}}
{{- define "docfleet.check" -}}
{{- include "docfleet.refuseSecrets" . -}}
{{- if .Values.autoscaling.enabled -}}
{{- range $service, $bounds := .Values.autoscaling.services -}}
{{- if gt (int $bounds.minReplicas) (int $bounds.maxReplicas) -}}
{{- fail (printf "autoscaling.services.%s: minReplicas (%v) is greater than maxReplicas (%v)" $service $bounds.minReplicas $bounds.maxReplicas) -}}
{{- end -}}
{{- end -}}
{{- if not (dig "requests" "cpu" "" .Values.resources.gateway) -}}
{{- fail "resources.gateway.requests.cpu: is missing, and autoscaling measures the gateway by it" -}}
{{- end -}}
{{- end -}}
{{- end -}}
