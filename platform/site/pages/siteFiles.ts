import { createHash } from 'node:crypto'
import path from 'node:path'
import type { Entry, SiteFiles } from '../../../functions/site/pages/SiteFiles.ts'
import { BROWSER } from '../../browser.ts'
import { searchEntries } from './search/searchEntries.ts'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { CARD_WIDTH, drawCard } from '../../../functions/token/cards/drawCard.ts'
import { startRasterizer } from '../../../functions/token/drawing/startRasterizer.ts'

/** The picture of the site for previews, drawn as those of entities are. */
async function siteCard(): Promise<Uint8Array> {
  const renderer = createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm')
  const rasterize = await startRasterizer(await readFile(renderer))
  const card = { kind: 'An API for autonomous agents', title: 'Creator vaults', figures: FIGURES }
  return rasterize(drawCard(card), CARD_WIDTH)
}

const FIGURES = [
  { name: 'as of a block', value: 'Reads' },
  { name: 'unsigned', value: 'Builds' },
  { name: 'no keys', value: 'Holds' },
]

/** The mark as a file of its own: the icon of a tab. Its colors follow the palette of the browser. */
const MARK_SVG = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><style>.v{fill:#151a18}.s{fill:#0a6b52}@media(prefers-color-scheme:dark){.v{fill:#e8edea}.s{fill:#5fd3ac}}</style><path class="s" d="M12 1.5A10.5 10.5 0 0 1 22.5 12H17a5 5 0 0 0-5-5Z"/><path class="v" d="M10.2 1.65v5.7a5 5 0 1 0 6.45 6.45h5.7A10.5 10.5 0 1 1 10.2 1.65Z"/></svg>`

const folder = path.resolve(import.meta.dirname, '../../../functions/site')

/** A file of the site by its path. */
export type SiteFile = readonly [url: string, content: string | Uint8Array]

interface Bundled {
  readonly files: SiteFiles
  readonly contents: readonly SiteFile[]
}

let made: Promise<Bundled> | undefined

/** Files that pages load, bundled once a process: the sheet, the modules of `live/`, the icon. Names are by content. */
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
    review: await script('review'),
  }
  const searchIndex = add('search.json', JSON.stringify(searchEntries()))
  return { files: { style, icon, card, searchIndex, scripts }, contents }
}

const hashOf = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex').slice(0, 12)
