// A module of its own, loaded with the first token that an isolate reads or makes.
export { createRemoteJWKSet, customFetch, errors, importSPKI, jwtVerify, SignJWT } from 'jose'
