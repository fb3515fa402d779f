/** Extension of A2A for payments by x402; its keys are the same in version 0.1 of it. */
export const X402_EXTENSION = 'https://github.com/google-agentic-commerce/a2a-x402/blob/main/spec/v0.2'
