import { Marked, type Token, type Tokens } from 'marked'
import { escapeHtml } from '../escapeHtml.ts'
import { highlight } from '../highlight.ts'
import { slugs } from './slugs.ts'

/** A part of a page: its heading, and the words below it up to the next heading. The first part is below the title. */
export interface Section {
  readonly id: string
  readonly title: string
  readonly level: number
  readonly text: string
}

/** A text as it is shown. */
export interface Rendered {
  /** Without its title. */
  readonly html: string
  readonly title: string
  readonly sections: readonly Section[]
}

/** Targets of links. */
export interface Links {
  /** The target of a link. Throws an Error for one that leads nowhere. */
  readonly linkOf: (href: string) => string
  /** The title of a file, which a link that shows its name shows instead. */
  readonly titleOf: (file: string) => string | undefined
  /** The page of what a piece of code names, if it has one. */
  readonly codeOf: (code: string) => string | undefined
}

/** Renders the Markdown of this project as HTML. HTML within it is shown as text. */
export function renderMarkdown(markdown: string, { linkOf, titleOf, codeOf }: Links): Rendered {
  const marked = new Marked()
  const slugOf = slugs()
  const sections: Section[] = []
  const tokens = marked.lexer(markdown)
  const first = tokens.findIndex(isTitle)
  const title = first === -1 ? '' : plainText(tokens[first])
  const body = tokens.filter((_, at) => at !== first)
  let open: Section = { id: '', title, level: 1, text: '' }
  for (const token of body) {
    if (isHeading(token)) {
      sections.push(open)
      const heading = plainText(token)
      open = { id: slugOf(heading), title: heading, level: token.depth, text: '' }
    } else if (token.type !== 'code') open = { ...open, text: `${open.text} ${plainText(token)}` }
  }
  sections.push(open)

  const ids = sections.slice(1).map(({ id }) => id)
  /** Whether what is rendered is within a link already. */
  let isLinked = false
  const linked = (render: () => string): string => {
    isLinked = true
    const html = render()
    isLinked = false
    return html
  }
  marked.use({
    renderer: {
      heading({ tokens: inner, depth }) {
        const id = ids.shift() ?? ''
        const tag = `h${Math.max(2, depth)}`
        return `<${tag} id="${id}"><a class="anchor" href="#${id}">${linked(() => this.parser.parseInline(inner))}</a></${tag}>\n`
      },
      link({ href, text, tokens: inner }) {
        const title = titleOf(text)
        const shown = title === undefined ? linked(() => this.parser.parseInline(inner)) : escapeHtml(title)
        return `<a href="${escapeHtml(linkOf(href))}">${shown}</a>`
      },
      code({ text, lang = '' }) {
        const { language, html } = highlight(text, lang.split(' ')[0] ?? '')
        return `<div class="code" data-language="${escapeHtml(language)}"><pre tabindex="0"><code>${html}\n</code></pre></div>\n`
      },
      codespan({ text }) {
        const code = `<code>${breakable(text)}</code>`
        const page = isLinked ? undefined : codeOf(text)
        return page === undefined ? code : `<a href="${page}">${code}</a>`
      },
      html: ({ text }) => escapeHtml(text),
      image: ({ text }) => escapeHtml(text),
      table({ header, rows }) {
        const names = header.length > 2 ? header.map(plainCell) : []
        const cells = (tag: 'th' | 'td', row: readonly Tokens.TableCell[]) =>
          `<tr>${row.map((cell, i) => cellOf(tag, cell, this.parser.parseInline(cell.tokens), i > 0 ? names[i] : '')).join('')}</tr>`
        const head = header.some(({ text }) => text !== '') ? `<thead>${cells('th', header)}</thead>` : ''
        const all = rows.map((row) => cells('td', row)).join('\n')
        const stacks = header.length > 2 ? ' class="stacks"' : ''
        const scroll = header.length > FITTING ? 'scroll many' : 'scroll'
        return `<div class="${scroll}" tabindex="0" role="group" aria-label="Table"><table${stacks}>${head}<tbody>${all}</tbody></table></div>\n`
      },
    },
  })
  return { html: marked.parser(body), title, sections }
}

/**
 * A header cell without text is a plain cell, so that screen readers announce no empty header. `column` is the name of the column, which
 * the sheet shows beside the cell where a row is too wide for the screen.
 */
function cellOf(tag: 'th' | 'td', { align }: Tokens.TableCell, html: string, column = ''): string {
  const own = tag === 'th' && html !== '' ? 'th scope="col"' : 'td'
  const name = tag === 'td' && column !== '' ? ` data-column="${escapeHtml(column)}"` : ''
  return `<${own}${align === 'right' ? ' class="number"' : ''}${name}>${html}</${own.slice(0, 2)}>`
}

const plainCell = ({ tokens }: Tokens.TableCell): string => tokens.map(plainText).join('')

/** Columns that fit beside each other in a column of text. */
const FITTING = 4

const LONG = 16
/** Code whose long names may be broken between their words, and not within one. */
const breakable = (code: string): string =>
  escapeHtml(code).replaceAll(/[\w.-]+/g, (name) =>
    name.length < LONG ? name : name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])|(?<=[_.-])(?=\w)/g, '<wbr>'),
  )

const isHeading = (token: Token): token is Tokens.Heading => token.type === 'heading'
const isTitle = (token: Token): boolean => isHeading(token) && token.depth === 1

const isTable = (token: Token): token is Tokens.Table => token.type === 'table'
const isList = (token: Token): token is Tokens.List => token.type === 'list'

/** The words of a piece of Markdown. */
function plainText(token: Token | undefined): string {
  if (token === undefined || token.type === 'code' || token.type === 'space') return ''
  if (isTable(token)) return [token.header, ...token.rows].flatMap((row) => row.map(plainCell)).join(' ')
  if (isList(token)) return token.items.map((item) => item.tokens.map(plainText).join(' ')).join(' ')
  if ('tokens' in token && token.tokens) return token.tokens.map(plainText).join('')
  return 'text' in token && typeof token.text === 'string' ? token.text : ' '
}
