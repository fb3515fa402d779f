/** The universal resolver of ENS on Ethereum (ENSIP-23). */
export const ENS_UNIVERSAL_RESOLVER = '0xeeeeeeee14d718c2b47d9923deab1335e144eeee'

/** The resolver of basenames on Base (base/basenames, L2Resolver). */
export const BASENAME_RESOLVER = '0xC6d566A56A1aFf6508b41f6c90ff131615583BCD'
