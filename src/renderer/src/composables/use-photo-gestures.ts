import type { Ref } from 'vue'
import type { useZoom } from './use-zoom.ts'

/** Zoom at one turn of a wheel with notches; a trackpad's pinch comes as many small turns. */
const WHEEL_SPEED = 0.002

/** Drag to move, wheel with Ctrl and pinch to zoom. `isHandle` tells the points that are the slider's own to drag. */
export function usePhotoGestures(
  zoom: ReturnType<typeof useZoom>,
  isHandle: (x: number, y: number) => boolean,
  dragging: Ref<boolean>,
) {
  let last = { x: 0, y: 0 }
  let spread = 0

  function wheel(event: WheelEvent): void {
    if (!event.ctrlKey && !event.metaKey) return
    event.preventDefault()
    // A trackpad's pinch is measured in small steps, a wheel's notch in a hundred.
    const turn = Math.max(-100, Math.min(100, event.deltaY))
    const speed = Math.abs(turn) < 50 ? WHEEL_SPEED * 5 : WHEEL_SPEED
    void zoom.zoomBy(Math.exp(-turn * speed), { x: event.clientX, y: event.clientY })
  }

  function pointerDown(event: PointerEvent): void {
    if (event.pointerType === 'touch' || event.button !== 0 || !zoom.overflows.value) return
    if (isHandle(event.clientX, event.clientY)) return
    dragging.value = true
    last = { x: event.clientX, y: event.clientY }
    if (event.currentTarget instanceof HTMLElement) event.currentTarget.setPointerCapture(event.pointerId)
  }
  function pointerMove(event: PointerEvent): void {
    if (!dragging.value) return
    zoom.pan(last.x - event.clientX, last.y - event.clientY)
    last = { x: event.clientX, y: event.clientY }
  }
  function pointerUp(): void {
    dragging.value = false
  }

  function touchMove(event: TouchEvent): void {
    const [first, second] = event.touches
    if (!first || !second) return
    event.preventDefault()
    const next = Math.hypot(first.clientX - second.clientX, first.clientY - second.clientY)
    const at = { x: (first.clientX + second.clientX) / 2, y: (first.clientY + second.clientY) / 2 }
    if (spread > 0) void zoom.zoomBy(next / spread, at)
    spread = next
  }
  function touchEnd(): void {
    spread = 0
  }

  return {
    wheel,
    pointerdown: pointerDown,
    pointermove: pointerMove,
    pointerup: pointerUp,
    pointercancel: pointerUp,
    touchmove: touchMove,
    touchend: touchEnd,
    touchcancel: touchEnd,
  }
}
