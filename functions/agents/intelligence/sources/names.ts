// A module of its own, with Unicode's tables, loaded with the first name that an isolate looks up.
export { BaseError, ContractFunctionRevertedError, createClient, http } from 'viem'
export { getChainId, readContract } from 'viem/actions'
export { getEnsAddress, getEnsName, getEnsText, namehash, normalize, toCoinType } from 'viem/ens'
