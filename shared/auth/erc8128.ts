// A module of its own, loaded with the first signed request that an isolate checks.
export { verifyRequest } from '@slicekit/erc8128'
