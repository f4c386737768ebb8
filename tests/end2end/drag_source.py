"""Another program: a small window from which a file can be dragged."""

import sys

from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtGui import QDrag, QMouseEvent
from PySide6.QtWidgets import QApplication, QLabel


class Source(QLabel):
    """Drags the file that it was started with."""

    def __init__(self, path: str) -> None:
        super().__init__("drag me", None, Qt.WindowType.WindowStaysOnTopHint)
        self._path = path
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's own name
        if not event.buttons() & Qt.MouseButton.LeftButton:
            return
        mime = QMimeData()
        mime.setUrls([QUrl.fromLocalFile(self._path)])
        drag = QDrag(self)
        drag.setMimeData(mime)
        sys.stdout.write(f"{drag.exec(Qt.DropAction.CopyAction).name}\n")
        sys.stdout.flush()


application = QApplication(sys.argv)
window = Source(sys.argv[1])
window.setGeometry(900, 600, 200, 120)
window.show()
application.exec()
