; The installer of Neartwin for one user: no administrator is asked. /S installs silently, /D=FOLDER chooses the place.
; Called by pack.py with VERSION, FROZEN, OUTPUT, ICON, SIZE_KB.

Unicode true
!ifdef TARGET
  Target "${TARGET}"
!endif
ManifestDPIAware true
ManifestLongPathAware true
SetCompressor /SOLID lzma
RequestExecutionLevel user

!include "MUI2.nsh"
!include "FileFunc.nsh"

!define KEY "Software\Microsoft\Windows\CurrentVersion\Uninstall\Neartwin"
!define RUN "Software\Microsoft\Windows\CurrentVersion\Run"

Name "Neartwin"
OutFile "${OUTPUT}"
InstallDir "$LOCALAPPDATA\Programs\Neartwin"
InstallDirRegKey HKCU "${KEY}" "InstallLocation"
BrandingText "Neartwin ${VERSION}"

!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
!define MUI_ABORTWARNING
!define MUI_FINISHPAGE_RUN "$INSTDIR\neartwin.exe"

!insertmacro MUI_PAGE_WELCOME
!insertmacro MUI_PAGE_COMPONENTS
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_COMPONENTS
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"
!insertmacro MUI_LANGUAGE "SimpChinese"
!insertmacro MUI_LANGUAGE "TradChinese"

LangString NAME ${LANG_ENGLISH} "Neartwin"
LangString NAME ${LANG_SIMPCHINESE} "文档查重"
LangString NAME ${LANG_TRADCHINESE} "文件查重"
LangString MAIN ${LANG_ENGLISH} "Neartwin (required)"
LangString MAIN ${LANG_SIMPCHINESE} "文档查重（必需）"
LangString MAIN ${LANG_TRADCHINESE} "文件查重（必需）"
LangString SCAN ${LANG_ENGLISH} "Find duplicates with Neartwin"
LangString SCAN ${LANG_SIMPCHINESE} "用文档查重查找重复文档"
LangString SCAN ${LANG_TRADCHINESE} "用文件查重尋找重複文件"
LangString CHECK ${LANG_ENGLISH} "Check with Neartwin"
LangString CHECK ${LANG_SIMPCHINESE} "用 Neartwin 查重"
LangString CHECK ${LANG_TRADCHINESE} "用 Neartwin 查重"
LangString MENU ${LANG_ENGLISH} "Entries in the context menus of files and folders"
LangString MENU ${LANG_SIMPCHINESE} "文件和文件夹的右键菜单项"
LangString MENU ${LANG_TRADCHINESE} "檔案和資料夾的右鍵選單項目"
LangString AUTOSTART ${LANG_ENGLISH} "Start with Windows"
LangString AUTOSTART ${LANG_SIMPCHINESE} "开机时启动"
LangString AUTOSTART ${LANG_TRADCHINESE} "開機時啟動"
LangString LIBRARY ${LANG_ENGLISH} "Delete the library: fingerprints, decisions and the journal too"
LangString LIBRARY ${LANG_SIMPCHINESE} "同时删除文档库：指纹、决定和操作记录"
LangString LIBRARY ${LANG_TRADCHINESE} "同時刪除文件庫：指紋、決定和操作記錄"
LangString OPEN ${LANG_ENGLISH} "Neartwin is running. Close it, then try again."
LangString OPEN ${LANG_SIMPCHINESE} "文档查重正在运行，请先将其关闭，然后重试。"
LangString OPEN ${LANG_TRADCHINESE} "文件查重正在執行，請先將其關閉，然後重試。"

Function .onInit
  !insertmacro MUI_LANGDLL_DISPLAY
FunctionEnd

Function un.onInit
  !insertmacro MUI_UNGETLANGUAGE
FunctionEnd

; An open program cannot be replaced: ask, or end with 4 when silent.
!macro StopIfRunning PREFIX
Function ${PREFIX}StopIfRunning
  again:
  IfFileExists "$INSTDIR\neartwin.exe" 0 free
  ClearErrors
  FileOpen $0 "$INSTDIR\neartwin.exe" a
  IfErrors 0 closeIt
  IfSilent 0 +3
  SetErrorLevel 4
  Quit
  MessageBox MB_RETRYCANCEL|MB_ICONEXCLAMATION "$(OPEN)" IDRETRY again
  Quit
  closeIt:
  FileClose $0
  free:
FunctionEnd
!macroend
!insertmacro StopIfRunning ""
!insertmacro StopIfRunning "un."

Section "$(MAIN)" Main
  SectionIn RO
  Call StopIfRunning
  ; what an older version put there and this one does not must go
  RMDir /r "$INSTDIR\_internal"
  SetOutPath "$INSTDIR"
  File /r "${FROZEN}/*"
  WriteUninstaller "$INSTDIR\uninstall.exe"
  CreateShortcut "$SMPROGRAMS\$(NAME).lnk" "$INSTDIR\neartwin.exe"
  WriteRegStr HKCU "${KEY}" "DisplayName" "Neartwin"
  WriteRegStr HKCU "${KEY}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${KEY}" "Publisher" "The Neartwin developers"
  WriteRegStr HKCU "${KEY}" "DisplayIcon" "$INSTDIR\neartwin.exe"
  WriteRegStr HKCU "${KEY}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${KEY}" "ShortcutName" "$(NAME)"
  WriteRegStr HKCU "${KEY}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKCU "${KEY}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD HKCU "${KEY}" "EstimatedSize" ${SIZE_KB}
  WriteRegDWORD HKCU "${KEY}" "NoModify" 1
  WriteRegDWORD HKCU "${KEY}" "NoRepair" 1
SectionEnd

Section "$(MENU)" Menu
  WriteRegStr HKCU "Software\Classes\Directory\shell\Neartwin" "" "$(SCAN)"
  WriteRegStr HKCU "Software\Classes\Directory\shell\Neartwin" "Icon" "$INSTDIR\neartwin.exe"
  WriteRegStr HKCU "Software\Classes\Directory\shell\Neartwin\command" "" '"$INSTDIR\neartwin.exe" "%1"'
  WriteRegStr HKCU "Software\Classes\*\shell\NeartwinCheck" "" "$(CHECK)"
  WriteRegStr HKCU "Software\Classes\*\shell\NeartwinCheck" "Icon" "$INSTDIR\neartwin.exe"
  WriteRegStr HKCU "Software\Classes\*\shell\NeartwinCheck\command" "" '"$INSTDIR\neartwin.exe" --check-window "%1"'
SectionEnd

Section /o "$(AUTOSTART)" Autostart
  WriteRegStr HKCU "${RUN}" "Neartwin" '"$INSTDIR\neartwin.exe" --background'
SectionEnd

Section "un.$(MAIN)"
  SectionIn RO
  Call un.StopIfRunning
  ReadRegStr $1 HKCU "${KEY}" "ShortcutName"
  Delete "$SMPROGRAMS\$1.lnk"
  DeleteRegKey HKCU "Software\Classes\Directory\shell\Neartwin"
  DeleteRegKey HKCU "Software\Classes\*\shell\NeartwinCheck"
  DeleteRegValue HKCU "${RUN}" "Neartwin"
  DeleteRegKey HKCU "${KEY}"
  RMDir /r "$INSTDIR\_internal"
  Delete "$INSTDIR\neartwin.exe"
  Delete "$INSTDIR\neartwin-cli.exe"
  Delete "$INSTDIR\neartwin.cdx.json"
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
SectionEnd

Section /o "un.$(LIBRARY)"
  RMDir /r "$LOCALAPPDATA\Neartwin"
SectionEnd
