/** Gives each block of code a button that copies it. It is made here, since without script it would do nothing. */
export function copyButtons(page: Document): void {
  for (const block of page.querySelectorAll<HTMLElement>('.code')) {
    const button = page.createElement('button')
    button.type = 'button'
    button.className = 'copy'
    button.textContent = 'Copy'
    button.addEventListener('click', async () => {
      const done = await navigator.clipboard.writeText(block.querySelector('code')?.textContent ?? '').then(
        () => 'Copied',
        () => 'Not allowed',
      )
      button.textContent = done
      setTimeout(() => (button.textContent = 'Copy'), 1500)
    })
    block.append(button)
  }
}

const KEY = 'language'

/** Checks the language that was chosen last in every group of samples, and remembers a choice. */
export function rememberLanguage(page: Document): void {
  const groups = [...page.querySelectorAll<HTMLElement>('[data-tabs]')]
  const choose = (language: string) => {
    for (const input of groups.flatMap((group) => [...group.querySelectorAll('input')]))
      if (input.value === language) input.checked = true
  }
  choose(remembered() ?? '')
  for (const group of groups)
    group.addEventListener('change', ({ target }) => {
      if (!(target instanceof HTMLInputElement)) return
      choose(target.value)
      remember(target.value)
    })
}

// A browser may refuse storage.
function remembered(): string | undefined {
  try {
    return localStorage.getItem(KEY) ?? undefined
  } catch {
    return undefined
  }
}

function remember(language: string): void {
  try {
    localStorage.setItem(KEY, language)
  } catch {}
}
