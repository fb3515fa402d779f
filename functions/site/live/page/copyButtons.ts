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
