import { retrieveRawLaunchParams } from '@tma.js/bridge'

/** Launch parameters of the chat app; only the launch data is signed. */
export interface Launch {
  /** Raw launch data; undefined outside of the chat app. */
  readonly initData: string | undefined
  readonly startParam: string | null
  readonly platform: string
  readonly theme: unknown
}

/** Storage key of the library for launch parameters; the page removes it, so that launch data stays only in the fragment. */
const LIBRARY_KEY = 'tapps/launchParams'

/** Reads the launch parameters of the page's address, or of the navigation that led to it. */
export function readLaunch(): Launch {
  try {
    sessionStorage.removeItem(LIBRARY_KEY)
    const parameters = new URLSearchParams(retrieveRawLaunchParams())
    sessionStorage.removeItem(LIBRARY_KEY)
    const initData = parameters.get('tgWebAppData') ?? ''
    return {
      initData: initData === '' ? undefined : initData,
      startParam: new URLSearchParams(initData).get('start_param') ?? parameters.get('tgWebAppStartParam'),
      platform: (parameters.get('tgWebAppPlatform') ?? '').replace(/\W/g, '').slice(0, 32) || 'unknown',
      theme: parse(parameters.get('tgWebAppThemeParams')),
    }
  } catch {
    return { initData: undefined, startParam: null, platform: 'browser', theme: null }
  }
}

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}
