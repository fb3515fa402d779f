import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

export const root = path.resolve(import.meta.dirname, '../..')

/** A source file: its path from the root, its text, and what it imports, our own files by their path from the root. */
export interface Source {
  readonly file: string
  readonly text: string
  readonly imports: readonly string[]
  /** Imports that are more than types. */
  readonly values: readonly string[]
}

/** TypeScript files under some folders, in order. */
export const sources = (...folders: readonly string[]): Source[] =>
  folders
    .flatMap((folder) => filesUnder(folder, '.ts'))
    .filter((file) => !isGenerated(file))
    .map(read)

/** Whether a file is generated from the contract. */
export const isGenerated = (file: string): boolean => /^client\/(dist|generated)\//.test(file)

/** Paths from the root of the files under a folder that end in `ending`. */
export const filesUnder = (folder: string, ending = ''): string[] =>
  readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .sort()

export const textOf = (file: string): string => readFileSync(path.join(root, file), 'utf8')

const SPECIFIER =
  /^import\s+(?:[^'"]*?\bfrom\s+)?['"]([^'"]+)['"]|^export\s+[^'"=;()]*?\bfrom\s+['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm

function read(file: string): Source {
  const text = textOf(file)
  const found = [...text.matchAll(SPECIFIER)].map(([statement, imported, passedOn, dynamic]) => {
    const name = imported ?? passedOn ?? dynamic ?? ''
    return {
      name: name.startsWith('.') ? path.join(path.dirname(file), name) : name,
      isType: /^(import|export) type\b/.test(statement),
    }
  })
  return {
    file,
    text,
    imports: found.map(({ name }) => name),
    values: found.flatMap(({ name, isType }) => (isType ? [] : [name])),
  }
}
