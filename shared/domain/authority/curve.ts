// A module of its own, loaded with the first signature that an isolate checks.
export { parseSignature } from 'viem'
export { hashTypedData, recoverAddress } from 'viem/utils'
