// Bundled after the build, as typebox.ts is.
export { decodeProtectedHeader, type JWTPayload, jwtVerify, SignJWT } from "jose";
