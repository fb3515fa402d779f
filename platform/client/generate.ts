import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { $, createClient } from '@hey-api/openapi-ts'
import { openApiDocument } from '../openapi.ts'
import { type Document, namesOf, withoutFields } from './contractOf.ts'
import { operationsPlugin } from './operationsPlugin.ts'

/** Usage: node --import ./olderTypeScript.ts generate.ts; writes the types and functions of the contract to `client/generated`. */
const document: Document = withoutFields(JSON.parse(openApiDocument()))
const generated = path.resolve(import.meta.dirname, '../../client/generated')

await createClient({
  input: { ...document },
  output: {
    path: generated,
    entryFile: false,
    importFileExtension: '.ts',
  },
  logs: { level: 'silent' },
  plugins: [
    {
      name: '@hey-api/typescript',
      '~resolvers': {
        // As viem has them: addresses, hashes and data.
        string: ({ schema }) => (schema.pattern?.startsWith('^0x') ? $.type('`0x${string}`') : undefined),
      },
    },
    operationsPlugin(document),
  ],
})

/** Writes the operations of one kind as one object, so that nobody lists them by hand. */
const write = (kind: string, names: readonly string[]) =>
  writeFile(
    path.join(generated, `${kind}.gen.ts`),
    `import { ${names.join(', ')} } from './operations.gen.ts'\n\nexport const ${kind} = { ${names.join(', ')} }\n`,
  )
await write(
  'reads',
  namesOf(document, (method, one) => method === 'get' && !one.security?.length && one['x-answer'] === 'envelope'),
)
await write(
  'builders',
  namesOf(document, (_method, one) => one['x-idempotency'] === 'calls'),
)
