// A module of its own, loaded with the first entry that an isolate attests.
export { privateKeyToAddress, sign } from 'viem/accounts'
