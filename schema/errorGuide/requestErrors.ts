import type { ErrorGuide } from './ErrorGuide.ts'

/** What the request alone shows, and its credentials. */
export const requestErrors = {
  invalid_request: {
    cause: 'A parameter or a field of the body is missing, malformed or out of its bounds.',
    fix: 'Correct the field that the text names; the OpenAPI document has its form and bounds.',
  },
  invalid_json: {
    cause: 'The body is not valid UTF-8 JSON, is nested more than 32 levels deep, or has no canonical form.',
    fix: 'Send well-formed JSON without a `__proto__` member.',
  },
  invalid_address: {
    cause: 'A mixed-case address has a wrong EIP-55 checksum, so it probably has a typo.',
    fix: 'Check the address, or send it in lower case if you are certain of it.',
  },
  unsupported_chain: {
    cause: 'The request or the signed message names a chain that this deployment does not serve.',
    fix: 'Leave the chain out, or name the one that the text states.',
  },
  unauthenticated: {
    cause:
      'The operation requires a credential, and the request has none, or one that is unknown, expired, revoked or not valid for this request.',
    fix: 'Sign in and send the credential that the operation’s security schemes name; `WWW-Authenticate` says which kind.',
  },
  forbidden: {
    cause: 'The credential is valid, but its address may not do this.',
    fix: 'Use an account that has the right to do it.',
  },
  forbidden_origin: {
    cause:
      'The request comes from a web page of an untrusted origin, or carries the session cookie without a trusted origin.',
    fix: 'Call from a trusted origin, or send the session token as `Authorization: Bearer` instead of the cookie.',
  },
  demo_vault: {
    cause:
      'A named address is a vault that has not launched yet, or its share token; nothing is built that sends to it.',
    fix: 'Name another vault.',
  },
  not_found: {
    cause: 'No operation exists at this path.',
    fix: 'Look the path up in the OpenAPI document at `/openapi.json`.',
  },
  method_not_allowed: {
    cause: 'The path exists, but not with this method.',
    fix: 'Use one of the methods in `Allow`.',
  },
  body_too_large: {
    cause: 'The body is larger than the operation accepts.',
    fix: 'Send a smaller body; the text states the bound in bytes.',
  },
  uri_too_long: {
    cause: 'The URL is longer than 4096 characters.',
    fix: 'Shorten the query.',
  },
  unsupported_encoding: {
    cause: 'The body is sent with a `Content-Encoding`.',
    fix: 'Send the body uncompressed.',
  },
  idempotency_key_reused: {
    cause: 'The `Idempotency-Key` was sent to this operation with another body within the last 24 hours.',
    fix: 'Send the same body again, or a new key with this one.',
  },
  rate_limited: {
    cause: 'The client or the credential has used up its budget for this class of operations.',
    fix: 'Wait for the seconds in `Retry-After`; `RateLimit` says what is left before that happens.',
  },
  token_list_empty: {
    cause: 'No share token is on the managed list, and the schema of token lists wants at least one.',
    fix: 'Ask again once its operator has added one, or use `getTokenListEntry` for a single token.',
  },
  token_list_full: {
    cause: 'The managed list has as many tokens as it may have.',
    fix: 'Remove one, then add the other.',
  },
} satisfies ErrorGuide
