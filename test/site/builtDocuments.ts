import { readFileSync } from 'node:fs'
import path from 'node:path'
import { documentsOf } from '../../platform/site/documentsOf.ts'
import { filesUnder, root } from '../laws/sources.ts'

const folder = documentsOf('localnet')

/** Paths of the documents that the Worker of the site serves at a localnet, as the build before any test wrote them. */
export const builtUrls: ReadonlySet<string> = new Set(
  filesUnder(folder).map((file) => `/${path.relative(folder, file)}`),
)

/** The text of one of them, which is read once a process. */
export function builtText(url: string): string {
  const text = texts.get(url) ?? readFileSync(path.join(root, folder, url), 'utf8')
  texts.set(url, text)
  return text
}
const texts = new Map<string, string>()
