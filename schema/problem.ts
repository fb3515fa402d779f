import * as z from 'zod'

/** An error as problem details (RFC 9457), for `Accept: application/problem+json`. */
export const Problem = z
  .object({
    type: z.string().meta({
      description: 'URL of the entry of the code in the error catalogue',
      example: 'https://api.example.com/docs/errors/invalid_request',
    }),
    title: z.string().meta({ description: 'Name of the code', example: 'Invalid request' }),
    status: z.int().meta({ description: 'HTTP status', example: 400 }),
    detail: z.string().meta({
      description: 'The fault of this request; the title if nothing more is known',
      example: 'address: must be an address: 0x and 40 hex digits',
    }),
    code: z.string().meta({ description: 'Stable code, as in X-Error-Code', example: 'invalid_request' }),
    retryable: z
      .boolean()
      .describe('Whether the same request may succeed later; Retry-After says when, if that is known'),
    fix: z.string().meta({
      description: 'What to do',
      example: 'Correct the field that the error names. The OpenAPI document has its form and bounds.',
    }),
    fields: z
      .array(
        z.object({
          pointer: z.string().meta({
            description:
              'JSON pointer to the part, as a URI fragment (RFC 6901, section 6) into the request as {path, query, header, body}',
            example: '#/path/address',
          }),
          problem: z.string().meta({
            description: 'Fault of the part',
            example: 'must be an address: 0x and 40 hex digits',
          }),
        }),
      )
      .optional()
      .describe('Wrong parts of the request, at most 16; absent if the error names none'),
    requestId: z.string().meta({ description: 'X-Request-Id of the answer', example: 'b1946ac9-2f54' }),
  })
  .meta({ id: 'Problem' })
