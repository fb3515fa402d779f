import { openChain } from '../chain/openChain.ts'
import { createServe } from './createServe.ts'

/** The fetch handler of a family that reads the chain. */
export const serve = createServe(openChain)
