"""Another program: a small window from which files can be dragged."""

import sys

from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtGui import QDrag, QMouseEvent
from PySide6.QtWidgets import QApplication, QLabel


class Source(QLabel):
    """Drags the files that it was started with."""

    def __init__(self, paths: list[str]) -> None:
        super().__init__("drag me", None, Qt.WindowType.WindowStaysOnTopHint)
        self._paths = paths
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's own name
        if not event.buttons() & Qt.MouseButton.LeftButton:
            return
        mime = QMimeData()
        mime.setUrls([QUrl.fromLocalFile(path) for path in self._paths])
        drag = QDrag(self)
        drag.setMimeData(mime)
        sys.stdout.write(f"{drag.exec(Qt.DropAction.CopyAction).name}\n")
        sys.stdout.flush()


application = QApplication(sys.argv)
window = Source(sys.argv[1:])
window.setGeometry(900, 600, 200, 120)
window.show()
application.exec()
