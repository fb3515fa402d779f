/** Contrast that text needs (WCAG 2.2, 1.4.3). */
const ENOUGH = 4.5

/** Pairs of colours of the chat app's theme, foreground first, and the custom properties that they set. */
const PAIRS = [
  { text: ['text_color', '--text'], back: ['bg_color', '--back'] },
  { text: ['button_text_color', '--button-text'], back: ['button_color', '--button'] },
] as const

/**
 * Applies the colours of the chat app to the page. They are untrusted input: a value that is not a colour, or a pair with too
 * little contrast, is ignored.
 */
export function applyTheme(root: HTMLElement, theme: unknown): void {
  const colours = new Map(Object.entries(typeof theme === 'object' && theme !== null ? theme : {}))
  const colourOf = (name: string): string | undefined => {
    const value: unknown = colours.get(name)
    return typeof value === 'string' && /^#[\da-f]{6}$/i.test(value) ? value : undefined
  }
  for (const { text, back } of PAIRS) {
    // Removes the previous theme.
    root.style.removeProperty(text[1])
    root.style.removeProperty(back[1])
    if (back[0] === 'bg_color') delete root.dataset['theme']
    const [front, behind] = [colourOf(text[0]), colourOf(back[0])]
    if (front === undefined || behind === undefined || contrast(front, behind) < ENOUGH) continue
    root.style.setProperty(text[1], front)
    root.style.setProperty(back[1], behind)
    if (back[0] === 'bg_color') root.dataset['theme'] = luminance(behind) < 0.2 ? 'dark' : 'light'
  }
}

/** WCAG 2.2, contrast ratio. */
function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one) + 0.05, luminance(other) + 0.05]
  return Math.max(a, b) / Math.min(a, b)
}

/** WCAG 2.2, relative luminance. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
