import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { operationsFile, operationsTable } from '../../scripts/operationsTable.ts'

test('docs/operations.md is what npm run generate writes', async () => {
  expect(await readFile(operationsFile, 'utf8')).toBe(operationsTable())
})
