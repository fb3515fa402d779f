import path from 'node:path'
import { $, createClient } from '@hey-api/openapi-ts'
import { openApiDocument } from '../openapi.ts'
import type { Document } from './contractOf.ts'
import { operationsPlugin } from './operationsPlugin.ts'

/** Usage: node --import ./olderTypeScript.ts generate.ts; writes the types and functions of the contract to `client/generated`. */
const document: Document = JSON.parse(openApiDocument())

await createClient({
  input: { ...document },
  output: {
    path: path.resolve(import.meta.dirname, '../../client/generated'),
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
