import { computed, nextTick, ref, type Ref } from 'vue'

/** Share of a photo's own pixels at which it is shown: 1 is one pixel of the photo a pixel of the page. */
export const MIN_SCALE = 0.1
export const MAX_SCALE = 4
const STEPS = [0.1, 0.25, 0.33, 0.5, 0.67, 0.75, 1, 1.5, 2, 3, 4]

interface Size {
  width: number
  height: number
}
/** A point of the page, in its pixels. */
export interface Point {
  x: number
  y: number
}

/**
 * Zoom of one element inside a box that scrolls.
 *
 * @param box size of the scrolling box, in pixels of the page
 * @param content the element's own size, in its own pixels
 */
export function useZoom(
  scroller: Readonly<Ref<HTMLElement | null>>,
  element: Readonly<Ref<HTMLElement | null>>,
  box: Ref<Size>,
  content: Ref<Size>,
) {
  /** Null while the whole is to be seen, whatever the size of the box. */
  const chosen = ref<number | null>(null)
  const fitScale = computed(() => {
    const { width, height } = content.value
    if (width === 0 || height === 0 || box.value.width === 0) return 1
    return Math.min(1, box.value.width / width, box.value.height / height)
  })
  const scale = computed(() => chosen.value ?? fitScale.value)
  const size = computed(() => ({
    width: content.value.width * scale.value,
    height: content.value.height * scale.value,
  }))
  /** Whether some of it is out of sight, with room for rounding. */
  const overflows = computed(() => {
    const { width, height } = box.value
    return width > 0 && (size.value.width > width + 1 || size.value.height > height + 1)
  })

  /** Zooms, and keeps what is at the point where it is; the middle of the box by default. */
  async function zoomTo(next: number | null, at: Point = middle()): Promise<void> {
    const before = element.value?.getBoundingClientRect()
    chosen.value =
      next === null ? null : Math.min(MAX_SCALE, Math.max(Math.min(MIN_SCALE, fitScale.value), next))
    await nextTick()
    const after = element.value?.getBoundingClientRect()
    if (!before || !after || !scroller.value || before.width === 0) return
    scroller.value.scrollLeft += after.left + ((at.x - before.left) / before.width) * after.width - at.x
    scroller.value.scrollTop += after.top + ((at.y - before.top) / before.height) * after.height - at.y
  }

  function middle(): Point {
    const rect = scroller.value?.getBoundingClientRect()
    return rect ? { x: rect.left + rect.width / 2, y: rect.top + rect.height / 2 } : { x: 0, y: 0 }
  }

  return {
    scale,
    size,
    overflows,
    fits: computed(() => chosen.value === null),
    zoomTo,
    zoomBy: (factor: number, at?: Point) => zoomTo(scale.value * factor, at),
    closer: () => zoomTo(STEPS.find((step) => step > scale.value + 0.005) ?? MAX_SCALE),
    farther: () => zoomTo(STEPS.findLast((step) => step < scale.value - 0.005) ?? MIN_SCALE),
    pan(x: number, y: number): void {
      if (!scroller.value) return
      scroller.value.scrollLeft += x
      scroller.value.scrollTop += y
    },
  }
}
