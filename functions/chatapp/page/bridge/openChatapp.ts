import { on, postEvent } from '@tma.js/bridge'
import { applyTheme } from './applyTheme.ts'

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
