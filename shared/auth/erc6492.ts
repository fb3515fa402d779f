// A module of its own, loaded with the first signature that only a contract can have made.
export { erc6492SignatureValidatorAbi, erc6492SignatureValidatorByteCode } from 'viem'
