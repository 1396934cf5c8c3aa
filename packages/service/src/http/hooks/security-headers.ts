/** On every response. Browsers that have seen us with https never use http again. */
export function securityHeaders(publicUrl: string | undefined): Readonly<Record<string, string>> {
  const secure = publicUrl?.startsWith("https:") === true;
  return {
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "referrer-policy": "no-referrer",
    ...(secure ? { "strict-transport-security": "max-age=31536000; includeSubDomains" } : {}),
  };
}
