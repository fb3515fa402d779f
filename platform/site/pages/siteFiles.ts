import { createHash } from 'node:crypto'
import path from 'node:path'
import type { Entry, SiteFiles } from '../../../functions/site/pages/SiteFiles.ts'
import { BROWSER } from '../../browser.ts'
import { MARK_SVG } from './mark.ts'
import { searchEntries } from './search/searchEntries.ts'
import { siteCard } from './siteCard.ts'

const folder = path.resolve(import.meta.dirname, '../../../functions/site')

/** A file of the site by its path. */
export type SiteFile = readonly [url: string, content: string | Uint8Array]

interface Bundled {
  readonly files: SiteFiles
  readonly contents: readonly SiteFile[]
}

let made: Promise<Bundled> | undefined

/** What pages load, bundled once a process: the sheet, the modules of `live/`, the icon. Names are by content. */
export const siteFiles = (): Promise<Bundled> => (made ??= bundle())

async function bundle(): Promise<Bundled> {
  const { build } = await import('esbuild')
  const contents: SiteFile[] = []
  const add = (name: string, content: string | Uint8Array) => {
    const url = `/assets/${name.replace(/(?=\.\w+$)/, `.${hashOf(content)}`)}`
    contents.push([url, content])
    return url
  }
  const bundled = async (entry: string) => {
    const { outputFiles } = await build({
      ...BROWSER,
      entryPoints: [path.join(folder, entry)],
      outdir: folder,
      jsx: 'automatic',
      jsxImportSource: 'preact',
    })
    return outputFiles?.[0]?.text ?? ''
  }
  const style = add('site.css', await bundled('style/site.css'))
  const icon = add('mark.svg', MARK_SVG)
  const card = add('card.png', await siteCard())
  const script = async (entry: Entry) => add(`${entry}.js`, await bundled(`live/${entry}`))
  const scripts = {
    page: await script('page'),
    front: await script('front'),
    search: await script('search'),
    status: await script('status'),
    try: await script('try'),
  }
  const searchIndex = add('search.json', JSON.stringify(searchEntries()))
  return { files: { style, icon, card, searchIndex, scripts }, contents }
}

const hashOf = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex').slice(0, 12)
