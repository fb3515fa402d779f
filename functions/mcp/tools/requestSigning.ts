// A module of its own, loaded with the first signature base that an isolate makes.
export { signRequest } from '@slicekit/erc8128'
