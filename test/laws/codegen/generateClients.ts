import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createClient } from '@hey-api/openapi-ts'
import openapiTS, { astToString } from 'openapi-typescript'
import { generate } from 'orval'

/**
 * Usage: node --import platform/client/olderTypeScript.ts generateClients.ts <directory> <name>…; of each document `<name>.json` in the
 * directory, one folder for each generator in a folder of its name.
 */
const [directory, ...names] = process.argv.slice(2)
if (directory === undefined) throw new Error('a directory is needed')

for (const name of names) {
  const file = path.join(directory, `${name}.json`)
  const folder = (generator: string) => path.join(directory, name, generator)
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
}
