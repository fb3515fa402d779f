import { readFileSync } from 'node:fs'
import path from 'node:path'

export const CLIENT_FOLDER = path.resolve(import.meta.dirname, '../../client')

/** The main module of the built client package, and what it is built from. */
export const CLIENT = {
  bundle: path.join(CLIENT_FOLDER, 'dist/index.js'),
  entry: path.join(CLIENT_FOLDER, 'index.ts'),
} as const

const { name, version }: { name: string; version: string } = JSON.parse(
  readFileSync(path.join(CLIENT_FOLDER, 'package.json'), 'utf8'),
)

/** The package as a file, which every host serves. */
export const CLIENT_TARBALL = `${name}-${version}.tgz`
export const CLIENT_URL = `/client/${CLIENT_TARBALL}`
