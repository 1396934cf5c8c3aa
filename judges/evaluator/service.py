"""The service as an integrator uses it: HTTP and JSON, nothing else."""
import base64
import http.client
import json
import urllib.parse


class Service:
    def __init__(self, base_url, api_key):
        address = urllib.parse.urlsplit(base_url)
        self.connection = http.client.HTTPConnection(address.hostname, address.port, timeout=60)
        self.headers = {"Accept": "application/json"}
        status, body = self.send("GET", "/authentication/login", headers={"api-key": api_key})
        if status != 200:
            raise RuntimeError(f"login: {status} {body[:200]}")
        self.headers["Authorization"] = f"Bearer {json.loads(body)['accessToken']}"

    def send(self, method, path, body=None, headers=None):
        self.connection.request(
            method, path, None if body is None else json.dumps(body),
            {**self.headers, **({} if body is None else {"Content-Type": "application/json"}), **(headers or {})})
        response = self.connection.getresponse()
        return response.status, response.read()

    def get(self, path):
        status, body = self.send("GET", f"/v1/{path}")
        if status != 200:
            raise RuntimeError(f"{path}: {status} {body[:200]}")
        return json.loads(body)

    def question_set(self, form_id, version, set_id, federal):
        known = "&hasFederalValues=true" if federal else ""
        return self.get(f"formQuestionSet/{form_id}/{set_id}?formVersion={version}{known}")

    def blank(self, form_id, version):
        path = f"/v1/getPdf/{form_id}?formVersion={version}"
        status, body = self.send("GET", path, headers={"Accept": "application/pdf"})
        if status != 200:
            raise RuntimeError(f"{path}: {status} {body[:200]}")
        return body

    def fill(self, request):
        """The completed PDF and the calculated values, or the errors."""
        status, body = self.send("POST", "/v1/fillPdf", request)
        response = json.loads(body)
        if status == 200:
            return base64.b64decode(response["pdf"]), response.get("calculatedValues", {}), None
        if status != 422:
            raise RuntimeError(f"fillPdf of {request['formId']}: {status} {body[:300]}")
        return None, None, response["errors"]
