{{- define "forms.selector" -}}
app.kubernetes.io/name: {{ .Release.Name }}
{{- end }}
{{- define "forms.labels" -}}
app.kubernetes.io/part-of: withholding-forms
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end }}
