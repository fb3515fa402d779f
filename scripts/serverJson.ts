import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { serverJson } from '../platform/site/discovery/serverJson.ts'

export const serverFile = path.resolve(import.meta.dirname, '../server.json')

if (process.argv[1] === import.meta.filename) await writeFile(serverFile, serverJson())
