import { z } from '@hono/zod-openapi'

/** An error as problem details (RFC 9457), for `Accept: application/problem+json`. */
export const Problem = z
  .object({
    type: z.string().openapi({
      description: 'URL of the error’s entry in the catalogue, which explains it',
      example: 'https://api.example.com/docs/errors/invalid_request',
    }),
    title: z.string().openapi({ description: 'The code as words', example: 'Invalid request' }),
    status: z.int().openapi({ description: 'The HTTP status', example: 400 }),
    detail: z.string().openapi({
      description: 'What is wrong with this request; the title where nothing more is known',
      example: 'address: must be an address: 0x and 40 hex digits',
    }),
    code: z.string().openapi({ description: 'The stable code, as in X-Error-Code', example: 'invalid_request' }),
    retryable: z
      .boolean()
      .openapi({ description: 'Whether the same request may succeed later; Retry-After says when, if that is known' }),
    fix: z.string().openapi({
      description: 'What to change',
      example: 'Correct the field that the text names; the OpenAPI document has its form and bounds.',
    }),
    fields: z
      .array(
        z.object({
          pointer: z.string().openapi({
            description:
              'JSON pointer as a URI fragment (RFC 6901, section 6) into the request as {path, query, header, body}',
            example: '#/path/address',
          }),
          problem: z.string().openapi({
            description: 'What is wrong with it',
            example: 'must be an address: 0x and 40 hex digits',
          }),
        }),
      )
      .optional()
      .openapi({ description: 'Parts of the request that are wrong, at most 16; absent where the error names none' }),
    requestId: z.string().openapi({ description: 'The X-Request-Id of the answer', example: 'b1946ac9-2f54' }),
  })
  .openapi('Problem')
