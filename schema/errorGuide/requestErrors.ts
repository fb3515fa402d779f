import type { ErrorSection } from './ErrorEntry.ts'

/** Faults of the request alone, and of its credential. */
export const requestErrors = {
  invalid_request: {
    status: 400,
    cause:
      'A parameter or a body field is missing, malformed or out of bounds. So is an unknown field where money is at stake, and any unknown parameter or field with `Prefer: handling=strict`.',
    fix: 'Correct the field that the error names. The OpenAPI document has its form and bounds.',
  },
  invalid_json: {
    status: 400,
    title: 'Invalid JSON',
    cause:
      'The body is not valid UTF-8 JSON, is nested more than 32 levels deep, has a `__proto__` member, or has no canonical form (RFC 8785).',
    fix: 'Send well-formed JSON of at most 32 levels, without a `__proto__` member, a number out of range or an unpaired surrogate.',
  },
  invalid_address: {
    status: 400,
    title: 'Wrong address checksum',
    cause: 'A mixed-case address has a wrong EIP-55 checksum, so it is probably mistyped.',
    fix: 'Correct the address. Send it in lower case only if you are certain of it.',
  },
  unsupported_chain: {
    status: 400,
    cause: 'The request or the signed message names a chain that this deployment does not serve.',
    fix: 'Omit the chain, or name one that the error states.',
  },
  unauthenticated: {
    status: 401,
    title: 'Missing or refused credential',
    cause:
      'The operation requires a credential. The request has none, or one that is unknown, expired, revoked or not valid for this request.',
    fix: 'Follow the steps in the error to get and send a credential. `WWW-Authenticate` lists every accepted scheme.',
  },
  forbidden: {
    status: 403,
    title: 'Insufficient permission',
    cause: 'The credential is valid, but its holder may not do this.',
    fix: 'Use the credential of a wallet, agent or machine that has this permission.',
  },
  forbidden_origin: {
    status: 403,
    cause:
      'The request comes from a web page of an untrusted origin, or has the session cookie without a trusted `Origin`.',
    fix: 'Call from a trusted origin, or send the session token as `Authorization: Bearer` instead of the cookie.',
  },
  demo_vault: {
    status: 403,
    title: 'Vault that has not launched',
    cause: 'A named address is a vault that has not launched, or its share token. No transaction to it is built.',
    fix: 'Name another vault. `listExploreVaults` lists vaults.',
  },
  contract_not_proven: {
    status: 403,
    title: 'Contract that nothing vouches for',
    cause:
      'Money or an allowance would go to a contract that neither the configuration, nor the registry, nor a contract of a registered vault names.',
    fix: 'Name a contract that `resolveName` returns, such as an auction that the launch arm of a registered vault names.',
  },
  not_found: {
    status: 404,
    title: 'Unknown path',
    cause: 'No operation exists at this path.',
    fix: 'Use the operation that the error names, if any, or find the path in the OpenAPI document at `/openapi.json`.',
  },
  method_not_allowed: {
    status: 405,
    title: 'Method that the path does not accept',
    cause: 'The path exists, but not with this method.',
    fix: 'Use one of the methods in `Allow`.',
  },
  body_too_large: {
    status: 413,
    title: 'Too large a body',
    cause: 'The body is larger than the operation accepts.',
    fix: 'Send a smaller body. The error states the bound in bytes.',
  },
  uri_too_long: {
    status: 414,
    text: 'the URL must not be longer than 4096 characters',
    title: 'Too long a URL',
    cause: 'The URL is longer than 4096 characters.',
    fix: 'Shorten the query.',
  },
  unsupported_encoding: {
    status: 415,
    cause: 'The request has a `Content-Encoding`.',
    fix: 'Send the body uncompressed.',
  },
  idempotency_key_reused: {
    status: 422,
    text: 'Idempotency-Key: was sent with another request; choose another key for this one',
    title: 'Reused Idempotency-Key',
    cause: 'The same `Idempotency-Key` was sent with other inputs within the last 24 hours.',
    fix: 'Use a new key for a new request. To repeat the earlier request, send its inputs unchanged.',
  },
  idempotency_in_flight: {
    status: 409,
    retry: 1,
    text: 'Idempotency-Key: a request with this key is in progress; repeat this one to get its answer',
    title: 'Request in progress',
    cause: 'A request with the same `Idempotency-Key` is in progress, or was cut off a few seconds ago.',
    fix: 'Repeat the request with the same key after `Retry-After` seconds. It is then answered or carried out.',
  },
  rate_limited: {
    status: 429,
    retry: 'stated',
    title: 'Exceeded rate limit',
    cause: 'The client or the credential has used up its budget for this class of operations.',
    fix: 'Wait for the seconds in `Retry-After`. `RateLimit` states how many requests are left before the limit.',
  },
  token_list_empty: {
    status: 404,
    text: 'the list is empty, and the token-list standard requires at least one token',
    title: 'Empty token list',
    cause: 'The managed list has no share token, and the token-list standard requires at least one token.',
    fix: 'Use `getTokenListEntry` for a single token, or try again after the operator has added one.',
  },
  token_list_full: {
    status: 409,
    text: 'the list has 500 tokens, its maximum; remove one first with remove: true',
    title: 'Full token list',
    cause: 'The managed list has reached its maximum of 500 tokens.',
    fix: 'Remove a token with `updateManagedTokenList` and `remove: true`, then add the other one.',
  },
} satisfies ErrorSection
