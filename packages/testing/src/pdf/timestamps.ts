import { inFolder, makeCertificate, type TestCertificate } from "./certificates.js";

/** A certificate as timestamp servers have it. */
export function timestampCertificate(issuer?: TestCertificate): TestCertificate {
  return makeCertificate({
    name: "Test Timestamps",
    extensions: [
      "basicConstraints=critical,CA:FALSE",
      "keyUsage=critical,digitalSignature",
      "extendedKeyUsage=critical,timeStamping",
    ],
    ...(issuer === undefined ? {} : { issuer }),
  });
}

/** The answer of a timestamp server (RFC 3161), made by OpenSSL. */
export function timestampReply(request: Uint8Array, server: TestCertificate): Buffer {
  return inFolder((file, openssl) => {
    const settings = [
      ...["[tsa]", "default_tsa = own", "[own]", `serial = ${file("serial", "01\n")}`],
      ...["signer_digest = sha256", "default_policy = 1.3.6.1.4.1.99999.1", "digests = sha256"],
      ...["ess_cert_id_alg = sha256", "accuracy = secs:1"],
    ];
    const named = {
      "-config": file("ts.cnf", `${settings.join("\n")}\n`),
      "-queryfile": file("request.tsq", request),
      "-signer": file("signer.pem", server.certificatePem),
      "-inkey": file("signer.key", server.keyPem),
    };
    return openssl("ts", "-reply", ...Object.entries(named).flat());
  });
}
