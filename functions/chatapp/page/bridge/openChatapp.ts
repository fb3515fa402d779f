import { on, postEvent } from '@tma.js/bridge'

export interface NativeButton {
  readonly text: string
  readonly busy: boolean
}

/** The chat app around the page. Outside of the chat app, calls do nothing. */
export interface Chatapp {
  /** Calls the listener once the chat app has answered: only then does it have native buttons. */
  onAlive(listener: () => void): void
  setButton(button: NativeButton | null): void
  onButton(listener: () => void): void
  setBack(isVisible: boolean): void
  onBack(listener: () => void): void
  close(): void
}

/** Ignores errors: outside of the chat app every call throws, and old versions lack some calls. */
const attempt = (work: () => void): void => {
  try {
    work()
  } catch {
    // The page works without it.
  }
}

/** Reports to the chat app that the page is ready, and follows its theme and safe areas. */
export function openChatapp(root: HTMLElement, theme: unknown): Chatapp {
  applyTheme(root, theme)
  let isAlive = false
  const alive = new Set<() => void>()
  const listen = (): void => {
    if (isAlive) return
    isAlive = true
    for (const listener of alive) listener()
  }
  const inset = (name: string) => (insets: object) => {
    listen()
    for (const [side, pixels] of Object.entries(insets))
      if (typeof pixels === 'number') root.style.setProperty(`--${name}-${side}`, `${pixels}px`)
  }
  attempt(() => {
    on('theme_changed', ({ theme_params: changed }) => {
      listen()
      applyTheme(root, changed)
    })
    on('viewport_changed', listen)
    on('safe_area_changed', inset('safe'))
    on('content_safe_area_changed', inset('content'))
  })
  attempt(() => {
    postEvent('web_app_ready')
    postEvent('web_app_expand')
    postEvent('web_app_request_theme')
    postEvent('web_app_request_viewport')
    postEvent('web_app_request_safe_area')
    postEvent('web_app_request_content_safe_area')
  })
  return {
    onAlive(listener) {
      alive.add(listener)
      if (isAlive) listener()
    },
    setButton: (button) =>
      attempt(() =>
        postEvent('web_app_setup_main_button', {
          is_visible: button !== null,
          is_active: button !== null && !button.busy,
          is_progress_visible: button?.busy ?? false,
          ...(button ? { text: button.text } : {}),
        }),
      ),
    onButton: (listener) => attempt(() => void on('main_button_pressed', () => listener())),
    setBack: (isVisible) => attempt(() => postEvent('web_app_setup_back_button', { is_visible: isVisible })),
    onBack: (listener) => attempt(() => void on('back_button_pressed', () => listener())),
    close: () => attempt(() => postEvent('web_app_close')),
  }
}

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
function applyTheme(root: HTMLElement, theme: unknown): void {
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
