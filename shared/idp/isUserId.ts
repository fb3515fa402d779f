/** A decentralised identifier (W3C DID Core section 3.1) as identity providers give it to users: did:privy:clq5k…. */
const USER_ID = /^did:[a-z0-9]{1,32}:[A-Za-z0-9._-]{1,128}$/

export const isUserId = (text: string): boolean => USER_ID.test(text)
