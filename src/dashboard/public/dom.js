/**
 * The element the page promises to have under this id.
 *
 * @template {Element} E
 * @param {string} id
 * @param {new () => E} kind
 * @returns {E}
 */
export function byId(id, kind) {
  const found = document.getElementById(id)
  if (!(found instanceof kind)) throw new Error(`the page has no ${kind.name} "${id}"`)
  return found
}

/**
 * Children are nodes or text, so that nothing that came from the web is ever read as markup.
 *
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string>} attributes
 * @param {(Node | string)[]} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function make(tag, attributes, ...children) {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  element.append(...children)
  return element
}

/**
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string | number>} attributes
 * @param {(Node | string)[]} children
 * @returns {SVGElementTagNameMap[Tag]}
 */
export function makeSvg(tag, attributes, ...children) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value))
  element.append(...children)
  return element
}

/**
 * Leaves an unchanged text alone: a live region is not read again, a selection is not lost.
 *
 * @param {Element} element
 * @param {string} text
 */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text
}

/** @param {Record<string, string>} texts  by the id of the element */
export function showTexts(texts) {
  for (const [id, text] of Object.entries(texts)) setText(byId(id, HTMLElement), text)
}

/**
 * Leaves an unchanged order alone: the focus and the pointer stay where they are.
 *
 * @param {Element} parent
 * @param {Element[]} children
 */
export function setChildren(parent, children) {
  const same = children.length === parent.children.length
  if (same && children.every((child, i) => child === parent.children[i])) return
  parent.replaceChildren(...children)
}

/**
 * A link to a page of the crawled web. Only http and https become links: the address is not ours.
 *
 * @param {string} url
 * @param {string} text
 * @returns {HTMLElement}
 */
export function outsideLink(url, text) {
  if (!/^https?:\/\//i.test(url)) return make('span', { title: url }, text)
  const attributes = { href: url, title: url, target: '_blank', rel: 'noopener noreferrer' }
  return make('a', attributes, text)
}
