import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createClient } from '@hey-api/openapi-ts'
import openapiTS, { astToString } from 'openapi-typescript'
import { generate } from 'orval'

/** Usage: node --import ./olderTypeScript.ts generateClients.ts <document.json> <directory>; one folder for each generator. */
const [file, directory] = process.argv.slice(2)
if (file === undefined || directory === undefined) throw new Error('a document and a directory are needed')
const folder = (name: string) => path.join(directory, name)

await mkdir(folder('openapi-typescript'), { recursive: true })
await Promise.all([
  openapiTS(new URL(`file://${file}`)).then((nodes) =>
    writeFile(path.join(folder('openapi-typescript'), 'index.ts'), astToString(nodes)),
  ),
  createClient({ input: file, output: folder('hey-api'), logs: { level: 'silent' } }),
  generate({
    input: { target: file },
    output: { target: path.join(folder('orval'), 'index.ts'), client: 'fetch', mode: 'single' },
  }),
])
