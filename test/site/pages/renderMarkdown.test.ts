import { describe, expect, test } from 'vitest'
import { renderMarkdown } from '../../../platform/site/pages/guides/renderMarkdown.ts'
import { slugs } from '../../../platform/site/pages/guides/slugs.ts'

const links = {
  linkOf: (href: string) => (href === 'other.md' ? '/docs/guides/other' : href),
  titleOf: (file: string) => (file === 'other.md' ? 'Other' : undefined),
  codeOf: (code: string) => (code === 'getStatus' ? '/docs/operations/getStatus' : undefined),
}
const render = (markdown: string) => renderMarkdown(markdown, links)

test('anchors are those of GitHub: code and punctuation, letters of any language, and repeated headings', () => {
  const slugOf = slugs()
  const headings = ['The `x-limit` of a call', 'What is it?', 'Émile & Zoë', 'Limits', 'Limits', 'a_b  c']
  expect(headings.map(slugOf)).toEqual([
    'the-x-limit-of-a-call',
    'what-is-it',
    'émile--zoë',
    'limits',
    'limits-1',
    'a_b--c',
  ])
})

test('a heading links to itself, and sections have their words', () => {
  const { html, title, sections } = render(
    '# Title\n\nIntro.\n\n## First `part`\n\nOne.\n\n### Deep\n\n| a | b |\n|---|---|\n| c | d |',
  )
  expect(title).toBe('Title')
  expect(html).not.toContain('<h1')
  expect(html).toContain('<h2 id="first-part"><a class="anchor" href="#first-part">First <code>part</code></a></h2>')
  expect(sections.map(({ id, level, text }) => [id, level, text.trim()])).toEqual([
    ['', 1, 'Intro.'],
    ['first-part', 2, 'One.'],
    ['deep', 3, 'a b c d'],
  ])
})

test('links lead to pages, and code that names an operation to its page, except within a link', () => {
  const { html } = render('[other](other.md) [other.md](other.md) `getStatus` [`getStatus`](#x) `else`')
  expect(html).toBe(
    '<p><a href="/docs/guides/other">other</a> <a href="/docs/guides/other">Other</a> <a href="/docs/operations/getStatus"><code>getStatus</code></a> ' +
      '<a href="#x"><code>getStatus</code></a> <code>else</code></p>\n',
  )
})

describe('security: nothing in a text becomes HTML', () => {
  test.each([
    '<script>alert(1)</script>',
    'a <img src=x onerror=alert(1)> b',
    '`<b>`',
    '```html\n<script>alert(1)</script>\n```',
    '[x](https://a.example/"onclick="x)',
    '![<b>](x.png)',
    '## <i>x</i>',
    '| <b> |\n|---|\n| <u> |',
  ])('%s', (markdown) => {
    expect(render(`# T\n\n${markdown}`).html).not.toMatch(/<(?:script|img|b|i|u)\b|"onclick/)
  })
})

test('a table scrolls by itself, and an empty header is not one', () => {
  const { html } = render('| | People |\n|---|--:|\n| a | 1 |')
  expect(html).toContain('<div class="scroll" tabindex="0" role="group" aria-label="Table">')
  expect(html).toContain('<td></td><th scope="col" class="number">People</th>')
  expect(html).toContain('<td class="number">1</td>')
})

test('a row of many cells can stand by itself: each cell has the name of its column', () => {
  const { html } = render('| Name | Workers | `Must` be |\n|---|---|---|\n| `LIMIT_CONTRACT_SIGN_IN` | all | a & b |')
  expect(html).toContain('<table class="stacks">')
  expect(html).toContain(
    '<tr><td><code>LIMIT_<wbr>CONTRACT_<wbr>SIGN_<wbr>IN</code></td><td data-column="Workers">all</td><td data-column="Must be">a &amp; b</td></tr>',
  )
  expect(render('| a | b |\n|---|---|\n| c | d |').html).not.toContain('stacks')
})

test('a long name is broken between its words, and its text is the same', () => {
  const names = ['functions/<family>/env.ts', 'buildVetokenIncrease', 'short_name', 'a  b']
  for (const name of names) {
    const { html } = render(`\`${name}\``)
    expect(html.replaceAll(/<wbr>|<\/?(?:code|p)>|\n/g, '')).toBe(name.replace('<', '&lt;').replace('>', '&gt;'))
  }
  expect(render('`buildVetokenIncrease`').html).toContain('build<wbr>Vetoken<wbr>Increase')
})
