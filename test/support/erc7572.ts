/** The schema of `contractURI()` documents, from ERC-7572, "Schema for contractURI": only `name` is required. */
export const erc7572Schema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  type: 'object',
  properties: {
    name: { type: 'string' },
    symbol: { type: 'string' },
    description: { type: 'string' },
    image: { type: 'string', format: 'uri' },
    banner_image: { type: 'string', format: 'uri' },
    featured_image: { type: 'string', format: 'uri' },
    external_link: { type: 'string', format: 'uri' },
    collaborators: { type: 'array', items: { type: 'string', pattern: '^0x[0-9a-fA-F]{40}$' } },
  },
  required: ['name'],
} as const
