import { beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { type PageNet, user } from './startPageNet.ts'

export const DARK = {
  bg_color: '#17212b',
  text_color: '#f5f5f5',
  button_color: '#5288c1',
  button_text_color: '#ffffff',
}
const UNREADABLE = { bg_color: '#777777', text_color: '#888888', button_color: '#ffff00', button_text_color: '#ffffff' }

/** The bridge that a web view of the chat app puts into the page: it records the page's events, and answers its requests. */
export const webView = (theme: object) => `
  window.heard = []
  window.tell = (type, data) => window.Telegram.WebView.receiveEvent(type, data)
  window.TelegramWebviewProxy = {
    postEvent(type, data) {
      window.heard.push([type, JSON.parse(data ?? 'null')])
      if (type === 'web_app_request_theme')
        setTimeout(() => window.tell('theme_changed', { theme_params: ${JSON.stringify(theme)} }))
    },
  }`

const Heard = z.array(z.tuple([z.string(), z.record(z.string(), z.unknown()).nullable()]))

/** Tests of the page in a web view of the chat app. */
export function inChatApp(current: () => PageNet) {
  let net: PageNet
  beforeAll(() => void (net = current()))

  async function visit(id: string, theme?: object) {
    const page = await net.freshTab(theme && { script: webView(theme) })
    await page.goto(net.open({ user: id }))
    const visitor = user(page)
    const send = (type: string, data: object = {}) =>
      page.evaluate(`tell(${JSON.stringify(type)}, ${JSON.stringify(data)})`)
    const heard = async (type: string) =>
      Heard.parse(await page.evaluate('heard')).flatMap(([name, data]) => (name === type ? [data] : []))
    const colour = (property: string) =>
      page.evaluate(`getComputedStyle(document.body).${property}`).then((value) => z.string().parse(value))
    return { ...visitor, send, heard, colour }
  }

  test('its main button and back button stand for the page’s, and it can close the page', async () => {
    const ada = net.somebody()
    const visitor = await visit(ada.user, DARK)
    await visitor.in('collect_email')
    await expect
      .poll(async () => (await visitor.heard('web_app_setup_main_button')).at(-1))
      .toMatchObject({ is_visible: true, is_active: true, text: 'Send the code' })
    expect(await visitor.page.getByRole('button', { name: 'Send the code' }).count()).toBe(0)
    expect(await visitor.heard('web_app_ready')).toHaveLength(1)
    expect(await visitor.heard('web_app_expand')).toHaveLength(1)

    await visitor.page.fill('#email', ada.email)
    await visitor.send('main_button_pressed')
    await visitor.in('enter_email_code')
    await expect
      .poll(async () => (await visitor.heard('web_app_setup_back_button')).at(-1))
      .toEqual({ is_visible: true })
    await visitor.send('back_button_pressed')
    await visitor.in('collect_email')
    expect(await visitor.page.inputValue('#email')).toBe(ada.email)

    await visitor.send('main_button_pressed')
    await visitor.in('enter_email_code')
    await visitor.enterCode(net.codeOf(ada.email))
    await visitor.in('linked')
    await expect
      .poll(async () => (await visitor.heard('web_app_setup_main_button')).at(-1))
      .toMatchObject({ is_visible: false })
    await visitor.press('Back to the chat')
    expect(await visitor.heard('web_app_close')).toHaveLength(1)
  })

  test('its theme paints the page, and one that cannot be read does not', async () => {
    const visitor = await visit(net.somebody().user, DARK)
    await visitor.in('collect_email')
    await expect.poll(() => visitor.colour('backgroundColor')).toBe('rgb(23, 33, 43)')
    await visitor.send('theme_changed', { theme_params: UNREADABLE })
    await expect.poll(() => visitor.colour('backgroundColor')).toBe('rgb(255, 255, 255)')
    expect(await visitor.colour('color')).toBe('rgb(23, 25, 28)')
  })

  test('its safe areas are kept free', async () => {
    const visitor = await visit(net.somebody().user, DARK)
    await visitor.in('collect_email')
    const padding = () => visitor.page.evaluate(`getComputedStyle(document.querySelector('.service')).paddingTop`)
    const before = Number.parseFloat(z.string().parse(await padding()))
    await visitor.send('safe_area_changed', { top: 30, bottom: 0, left: 0, right: 0 })
    await visitor.send('content_safe_area_changed', { top: 12, bottom: 0, left: 0, right: 0 })
    await expect.poll(padding).toBe(`${before + 42}px`)
  })

  test('launch data that the provider finds too old says to open the page again', async () => {
    const ada = net.somebody()
    const visitor = await visit(ada.user)
    await visitor.in('collect_email')
    await visitor.enterEmail(ada.email)
    await visitor.in('enter_email_code')
    net.identity.setFaults({ staleLaunchData: true })
    await visitor.enterCode(net.codeOf(ada.email))
    await visitor.in('expired_or_error')
    expect(await visitor.text()).toContain('stale_launch_data')
    expect(await visitor.page.getByRole('button', { name: 'Try again' }).count()).toBe(0)
  })

  test('a chat account that the provider does not show is looked for again, and linked once it is there', async () => {
    const ada = net.somebody()
    const visitor = await visit(ada.user)
    await visitor.in('collect_email')
    await visitor.enterEmail(ada.email)
    await visitor.in('enter_email_code')
    net.identity.setFaults({ hideChatapp: true })
    await visitor.enterCode(net.codeOf(ada.email))
    await visitor.in('expired_or_error')
    expect(await visitor.text()).toContain('identity_link_missing')
    net.identity.setFaults({})
    await visitor.press('Try again')
    await visitor.in('linked')
  })

  test('an e-mail whose user has another chat account says so', async () => {
    const [ada, bob] = [net.somebody(), net.somebody()]
    for (const [id, phase] of [
      [ada.user, 'linked'],
      [bob.user, 'expired_or_error'],
    ] as const) {
      const visitor = await visit(id)
      await visitor.in('collect_email')
      await visitor.enterEmail(ada.email)
      await visitor.in('enter_email_code')
      await visitor.enterCode(net.codeOf(ada.email))
      await visitor.in(phase)
      if (phase === 'expired_or_error') expect(await visitor.text()).toContain('account_linked_elsewhere')
    }
  })
}
