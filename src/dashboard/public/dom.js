/**
 * The element with this id, which index.html must have.
 *
 * @template {Element} E
 * @param {string} id
 * @param {new () => E} kind
 * @returns {E}
 */
export function byId(id, kind) {
  const found = document.getElementById(id)
  if (!(found instanceof kind))
    throw new Error(`index.html has no ${kind.name} with the id "${id}"`)
  return found
}

/**
 * Creates an element. Strings become text nodes, so that nothing from the web is read as markup.
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
 * Leaves an unchanged text alone, so that screen readers do not repeat it and selections stay.
 *
 * @param {Element} element
 * @param {string} text
 */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text
}

/** @param {Record<string, string>} texts  by element id */
export function showTexts(texts) {
  for (const [id, text] of Object.entries(texts)) setText(byId(id, HTMLElement), text)
}

/**
 * Leaves an unchanged list alone, so that the focus stays where it is.
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
 * A link to a crawled page. Only http and https URLs become links, because URLs come from the web.
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
