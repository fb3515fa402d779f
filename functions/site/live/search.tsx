import { render } from 'preact'
import { SearchBox } from './search/SearchBox.tsx'
import type { SearchEntry } from './search/SearchEntry.ts'

let index: readonly SearchEntry[] | null | undefined
let dialog: HTMLDialogElement | undefined

/** Opens search over the page, with what was typed so far. Reads `indexUrl` when it first opens. */
export function open(indexUrl: string, typed = ''): void {
  dialog ??= createDialog()
  if (dialog.open) return
  mount(dialog, indexUrl, '')
  dialog.showModal()
  const input = dialog.querySelector('input')
  if (typed === '' || !input) return input?.select()
  input.value = typed
  input.dispatchEvent(new InputEvent('input', { bubbles: true }))
  return undefined
}

/** Puts search into a place of the page, with a query. */
export function mount(element: Element, indexUrl: string, query: string): void {
  const show = () => render(<SearchBox index={index} query={query} onRetry={load} />, element)
  const load = async () => {
    index = undefined
    show()
    index = await read(indexUrl)
    show()
  }
  if (index) show()
  else void load()
}

const read = async (url: string): Promise<readonly SearchEntry[] | null> => {
  try {
    const response = await fetch(url)
    return response.ok ? await response.json() : null
  } catch {
    return null
  }
}

function createDialog(): HTMLDialogElement {
  const made = document.createElement('dialog')
  made.className = 'search'
  made.setAttribute('aria-label', 'Search')
  // A click beside it: on the dialog itself, whose content covers it.
  made.addEventListener('click', ({ target }) => target === made && made.close())
  document.body.append(made)
  return made
}
